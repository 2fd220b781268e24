import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { trainingOptions } from './forms.tsx'

/** Training options of the catalog (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/training-options/')(contentList(trainingOptions.kind))
