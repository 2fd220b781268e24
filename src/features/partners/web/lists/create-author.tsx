import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { authorForm } from '../content/author-form.tsx'

/** An author who is not there yet (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/authors/create')(contentCreate(authorForm))
