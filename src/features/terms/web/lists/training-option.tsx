import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { trainingOptions } from './forms.tsx'

/** A training option of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/training-options/$id')(contentEdit(trainingOptions))
