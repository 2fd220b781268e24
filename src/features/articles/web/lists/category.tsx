import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { articleCategoryForm } from './article-categories.tsx'

/** A category of the blog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/article-categories/$id')(
  contentEdit(articleCategoryForm),
)
