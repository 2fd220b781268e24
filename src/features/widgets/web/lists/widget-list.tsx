import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { widgets } from './widgets.tsx'

/** The parts that several pages show (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/widgets/')(contentList(widgets))
