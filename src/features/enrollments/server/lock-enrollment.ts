import { statement } from '#platform/db/db.ts'
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './store.ts'

/** An enrollment with its own stamp and that of its course (see `optimistic`). */
export type StampedEnrollment = EnrollmentRow & { stamp: string; course_stamp: string }

/** A statement that locks an enrollment until the transaction ends. `id` is SQL for its id; $1 is the portal. */
export const lockingEnrollment = (id: string) =>
  statement<StampedEnrollment>(`
    select ${ENROLLMENT_COLUMNS.join(', ')}, enrollments.xmin::text as stamp, (
      select c.xmin::text from courses c where c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
    ) as course_stamp
    from enrollments where enrollments.portal_id = $1 and enrollments.id = ${id} for no key update`)

/** The proof that enrollment $2 still has stamp $3, and its course stamp $4. */
export const ENROLLMENT_PROOF = `
  select from enrollments e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  where e.portal_id = $1 and e.id = $2 and e.xmin = $3::xid and c.xmin = $4::xid
  for no key update of e`

/** That the person of enrollment `e` may still sign in here: asked where no session says so (PRV-009). */
export const PERSON_IS_HERE = `not exists (
    select from portal_users m where m.portal_id = e.portal_id and m.user_id = e.user_id
      and (m.is_blocked or m.left_at is not null))`

/** The proof that attempt $2 in this table still has stamp $3, its enrollment stamp $4, and its course stamp $5. */
export const attemptProof = (attempts: string, more = 'true') => `
  select from enrollments e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  join ${attempts} a on a.portal_id = e.portal_id and a.enrollment_id = e.id
  where a.portal_id = $1 and a.id = $2 and a.xmin = $3::xid and e.xmin = $4::xid and c.xmin = $5::xid and ${more}
  for no key update of e, a`
