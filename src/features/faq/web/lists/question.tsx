import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { questionForm } from './questions.tsx'

/** A question with its answer (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/faq/$id')(contentEdit(questionForm))
