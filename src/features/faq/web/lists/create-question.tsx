import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { questionForm } from './questions.tsx'

/** A question that is not there yet (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/faq/create')(contentCreate(questionForm))
