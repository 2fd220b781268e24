import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { authorForm } from '../content/author-form.tsx'

/** An author of the portal (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/authors/$id')(contentEdit(authorForm))
