import { createFileRoute } from '@tanstack/react-router'
import { contentEdit } from '#ui/app/content/content-form.tsx'
import { scheduleForm } from './schedule-form.tsx'

/** A date of a class (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/schedules/$id')(contentEdit(scheduleForm))
