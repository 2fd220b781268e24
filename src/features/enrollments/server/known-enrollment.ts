import { assume, statement, type Tx } from '#platform/db.ts'
import type { EnrollmentRow } from './store.ts'

/** An enrolment as a process knows it, with the transactions that wrote it and its course (their xmin). */
export type KnownEnrollment = { row: EnrollmentRow; stamp: string; course_stamp: string }

/** SQL of the running transaction: what it writes has this stamp. */
export const TRANSACTION = 'pg_current_xact_id()::xid::text as transaction'

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
