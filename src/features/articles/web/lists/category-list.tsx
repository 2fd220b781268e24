import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { articleCategories } from './article-categories.tsx'

/** The categories of the blog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/article-categories/')(contentList(articleCategories))
