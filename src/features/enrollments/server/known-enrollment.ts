import { ask, assume, statement, type Tx } from '#platform/db/db.ts'
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

/**
 * SQL: whether an enrolment and its course stand as they are known, and then the enrolment is locked until the transaction
 * ends. $1 is the portal; the values of `knownValues` count from `$first`.
 */
export const lockingAsKnown = (first: number) => `exists (
    select from enrollments e
    where e.portal_id = $1 and e.id = $${first} and e.xmin = $${first + 1}::xid and exists (
      select from courses c where c.portal_id = $1 and c.id = $${first + 2} and c.xmin = $${first + 3}::xid
    )
    for no key update
  )`
export const knownValues = ({ row, stamp, course_stamp }: KnownEnrollment): unknown[] => [
  row.id,
  stamp,
  row.course_id,
  course_stamp,
]

const STILL = statement<{ transaction: string }>(`
  select must_still_hold(${lockingAsKnown(2)}), ${TRANSACTION}`)

/**
 * Locks an enrolment until the transaction ends, without waiting: nothing of the transaction happens unless it and its
 * course stand as they are known (`assume`). Answers the stamp of what this transaction writes.
 */
export const lockKnown = (tx: Tx, known: KnownEnrollment): Promise<string> => {
  const answer = assume(tx, STILL, [known.row.portal_id, ...knownValues(known)])
  const transaction = answer.then((found) => found?.transaction ?? '')
  transaction.catch(() => {})
  return transaction
}
