import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import type { VERSION_EVENTS } from '../contract.ts'

/** Tells everyone who has a course open that a version was published, or that learners were moved to one (VER-017). */
export const tellCourse = (
  tx: Tx,
  courseId: number,
  event: (typeof VERSION_EVENTS)[keyof typeof VERSION_EVENTS],
  number: number,
) => publish(tx, { channel: `courses.${courseId}`, event, data: { course_id: courseId, number } })
