import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { questionForm } from './content/question-form.tsx'

/** A question of a partner that is not there yet (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/faq/create')(contentCreate(questionForm))
