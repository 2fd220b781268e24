import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { partnerAuthorForm } from './content/author-form.tsx'

/** An author of a partner that is not there yet (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/create')(contentCreate(partnerAuthorForm))
