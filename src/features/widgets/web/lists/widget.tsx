import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { widgetForm } from './widgets.tsx'

/** A widget (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/widgets/$id')(contentEdit(widgetForm))
