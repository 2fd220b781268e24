import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { questionCategories } from './question-categories.tsx'

/** The categories of questions (ROU-091, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/question-categories/')(contentList(questionCategories))
