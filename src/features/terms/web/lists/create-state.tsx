import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { states } from './forms.tsx'

/** A state that is not there yet (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/states/create')(contentCreate(states))
