import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { partnerAuthorForm } from './content/author-form.tsx'

/** An author of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/$id')(contentEdit(partnerAuthorForm))
