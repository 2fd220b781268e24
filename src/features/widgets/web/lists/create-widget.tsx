import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { widgetForm } from './widgets.tsx'

/** A widget that is not there yet (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/widgets/create')(contentCreate(widgetForm))
