import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { schedules } from './schedules.tsx'

/** The dates of classes (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/schedules/')(contentList(schedules))
