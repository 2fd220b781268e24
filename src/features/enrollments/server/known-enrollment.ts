import { ask, assume, statement, type Tx } from '#platform/db.ts'
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './store.ts'

/** An enrolment as a process knows it, with the transactions that wrote it and its course (their xmin). */
export type KnownEnrollment = { row: EnrollmentRow; stamp: string; course_stamp: string }

/** SQL of the running transaction: what it writes has this stamp. */
export const TRANSACTION = 'pg_current_xact_id()::xid::text as transaction'

const LOCKED = statement<EnrollmentRow & { stamp: string; transaction: string }>(`
  select ${ENROLLMENT_COLUMNS.join(', ')}, enrollments.xmin::text as stamp, ${TRANSACTION} from enrollments
  where portal_id = $1 and id = $2 for no key update`)

/** Locks an enrolment until the transaction ends, and answers it with its stamp and that of what this transaction writes. */
export const lockToKnow = async (
  tx: Tx,
  portalId: number,
  id: number,
): Promise<{ row: EnrollmentRow; stamp: string; transaction: string } | null> => {
  const [found] = await ask(tx, LOCKED, [portalId, id])
  if (!found) return null
  const { stamp, transaction, ...row } = found
  return { row, stamp, transaction }
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
