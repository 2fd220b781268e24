import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { questionForm } from './content/question-form.tsx'

/** A question of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/faq/$id')(contentEdit(questionForm))
