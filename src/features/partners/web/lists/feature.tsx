import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { featureForm } from '../content/feature-form.tsx'

/** A feature of the portal (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/features/$id')(contentEdit(featureForm))
