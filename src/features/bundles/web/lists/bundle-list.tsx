import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { bundles } from './bundles.tsx'

/** Every bundle of the portal (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/bundles/')(contentList(bundles))
