import type { Tx } from '#platform/db/db.ts'
import { lockOf } from '../rules/course.ts'
import { isDone, STATUS } from '../rules/status.ts'
import { loadTrackedCourses } from './store.ts'

/** The items of the courses of enrollments, as rules of the trade look at them. */
export const loadTakenCourses = async (tx: Tx, portalId: number, enrollmentIds: readonly number[]) => {
  const courses = await loadTrackedCourses(tx, portalId, enrollmentIds)
  return new Map(
    [...courses].map(([id, course]) => {
      const isLocked = lockOf(course)
      const items = course.outline
        .flatMap((entry) => entry.items ?? [entry])
        .map((item) => ({ id: item.id, type: item.type, is_done: isDone(item.status), is_open: !isLocked(item) }))
      const exams = course.outline
        .filter(({ type }) => type === 'Exam')
        .map((exam) => ({ id: exam.id, is_done: exam.status === STATUS.success }))
      return [id, { items, exams }]
    }),
  )
}
