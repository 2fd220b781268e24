import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { questionCategoryForm } from './question-categories.tsx'

/** A category of questions (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/question-categories/$id')(
  contentEdit(questionCategoryForm),
)
