import { statement } from '#platform/db/db.ts'
import { type Locked, TRANSACTION } from '#platform/db/optimistic.ts'
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './store.ts'

/** The stamps of an enrollment and its course (`optimistic`). */
export type EnrollmentLock = Locked & { stamp: string; course_stamp: string }

/**
 * Statements that lock an enrollment and read it, the second behind the lock; `id` is the SQL of its id, from $1 the portal
 * and $2 a value that names it.
 */
export const enrollmentBy = (id: string) => {
  const where = `enrollments.portal_id = $1 and enrollments.id = ${id}`
  return {
    lock: statement<EnrollmentLock>(`
      select enrollments.xmin::text as stamp, ${TRANSACTION}, (
        select c.xmin::text from courses c where c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
      ) as course_stamp
      from enrollments where ${where} for no key update`),
    read: statement<EnrollmentRow>(`select ${ENROLLMENT_COLUMNS.join(', ')} from enrollments where ${where}`),
  }
}

/** SQL of enrollments `e` with their courses `c`, for the proof that both stand as they are known. */
export const ENROLLMENT_WITH_COURSE = `
  enrollments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id`
