import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { topics } from './forms.tsx'

/** A category of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/topics/$id')(contentEdit(topics))
