import { ask, assume, statement, type Tx } from '#platform/db.ts'
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './store.ts'

/** An enrolment as a process knows it, with the transactions that wrote it and its course (their xmin). */
export type KnownEnrollment = { row: EnrollmentRow; stamp: string; course_stamp: string }

/** SQL of the running transaction: what it writes has this stamp. */
export const TRANSACTION = 'pg_current_xact_id()::xid::text as transaction'

/**
 * A lock by a value that names an enrolment; `enrollmentId` is the SQL of its id, from $1 the portal and $2 the value. The
 * lock holds until the transaction ends; it answers the enrolment, its stamp and that of what this transaction writes.
 */
export const lockingToKnow = (enrollmentId: string) => {
  const locked = statement<EnrollmentRow & { stamp: string; transaction: string }>(`
    select ${ENROLLMENT_COLUMNS.join(', ')}, enrollments.xmin::text as stamp, ${TRANSACTION} from enrollments
    where portal_id = $1 and id = ${enrollmentId} for no key update`)
  return async (
    tx: Tx,
    portalId: number,
    value: number,
  ): Promise<{ row: EnrollmentRow; stamp: string; transaction: string } | null> => {
    const [found] = await ask(tx, locked, [portalId, value])
    if (!found) return null
    const { stamp, transaction, ...row } = found
    return { row, stamp, transaction }
  }
}

const STILL = statement<{ transaction: string }>(`
  select must_still_hold(count(*) = 1), ${TRANSACTION} from (
    select from enrollments e
    where e.portal_id = $1 and e.id = $2 and e.xmin = $3::xid and exists (
      select from courses c where c.portal_id = $1 and c.id = $4 and c.xmin = $5::xid
    )
    for no key update
  ) locked`)

/**
 * Locks an enrolment until the transaction ends, without waiting: nothing of the transaction happens unless it and its
 * course stand as they are known (`assume`). Answers the stamp of what this transaction writes.
 */
export const lockKnown = (tx: Tx, { row, stamp, course_stamp }: KnownEnrollment): Promise<string> => {
  const answer = assume(tx, STILL, [row.portal_id, row.id, stamp, row.course_id, course_stamp])
  const transaction = answer.then((found) => found?.transaction ?? '')
  transaction.catch(() => {})
  return transaction
}
