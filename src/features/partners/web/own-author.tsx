import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/form/content-form.tsx'
import { authorForm } from './content/author-form.tsx'

/** An author of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/$id')(contentEdit(authorForm))
