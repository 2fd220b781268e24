import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { languages } from './forms.tsx'

/** Languages of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/languages/')(contentList(languages.kind))
