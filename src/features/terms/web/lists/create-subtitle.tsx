import { createFileRoute } from '@tanstack/react-router'
import { contentCreate } from '#ui/app/content/content-form.tsx'
import { subtitles } from './forms.tsx'

/** A language of subtitles that is not there yet (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/subtitles/create')(contentCreate(subtitles))
