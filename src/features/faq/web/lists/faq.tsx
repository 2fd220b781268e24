import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { questions } from './questions.tsx'

/** The questions of the portal with their answers (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/faq/')(contentList(questions))
