import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { subtitles } from './forms.tsx'

/** A language of subtitles of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/subtitles/$id')(contentEdit(subtitles))
