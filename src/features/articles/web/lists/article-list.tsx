import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { articles } from './articles.tsx'

/** The articles of the blog, drafts too (ROU-074, ROL-044). */
export const Route = createFileRoute('/_app/_signed-in/admin/articles/')(contentList(articles))
