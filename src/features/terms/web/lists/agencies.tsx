import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { agencies } from './forms.tsx'

/** Agencies of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/agencies/')(contentList(agencies.kind))
