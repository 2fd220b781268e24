import type { Tx } from '#platform/db/db.ts'
import { publishAll } from '#platform/live/publish.ts'

type LiveMessage = {
  user_id: number
  course_id: number
  message: string
  manager_id?: number | null | undefined
  curator_id?: number | null | undefined
}

/**
 * Announces an enrollment, or its end, to those who watch the course, and directly to the enrolled person and those who
 * look after them, who may not open the channel of the course (RTM-001, RTM-003, RTM-005).
 */
export const tellEnrollment = (
  tx: Tx,
  event: 'enroll.created' | 'enroll.deleted',
  { user_id, course_id, message, manager_id, curator_id }: LiveMessage,
): Promise<void> => {
  const people = new Set([user_id, manager_id, curator_id].filter((id) => typeof id === 'number'))
  const channels = [`enrolls.${course_id}`, ...[...people].map((id) => `notifications.${id}`)]
  return publishAll(
    tx,
    channels.map((channel) => ({ channel, event, data: { user_id, course_id, message } })),
  )
}
