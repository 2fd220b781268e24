import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { tags } from './forms.tsx'

/** Tags of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/tags/')(contentList(tags.kind))
