import {
  type Enrollment,
  type KnownEnrollment,
  lockingToKnow,
  lockKnown,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { afterCommit, ask, assume, dbOf, type Left, mayAssume, statement, type Tx } from '#platform/db/db.ts'
import type { ItemStatus, ScormResult } from '../rules/result.ts'
import { IN_COURSE, outlineOf, type StoredSco, scoOf } from './attempts-store.ts'
import { knownAttempts, type Messaged } from './known-attempts.ts'
import { keptPackages } from './packages/package-memory.ts'
import type { StoredOutline } from './packages/packages-store.ts'

/** The number of a transaction, as the rows it has written bear it. */
export type Transaction = { transaction: string }

/** What this process went on from without asking: the transaction that must have written the attempt last, and the
 * enrolment as it must stand; null once that is locked. */
export type Assumed = { stamp: string; enrollment: KnownEnrollment | null }

/** Everything that decides about messages, behind the lock of the enrolment or assumed to stand so. */
export type MessagedAttempt = Messaged & {
  id: number
  enrollment: Enrollment
  outline: StoredOutline
  /** False once the module was taken out of its course. */
  is_in_course: boolean
  /** Null where all of it was read behind the lock. Who writes the attempt asks whether it holds. */
  assumed: Assumed | null
  /** Tells this process, once the transaction is committed, what the messages have made of the attempt, and by which
   * transaction; null means that it knows nothing more. */
  remember: (next: (Pick<Messaged, 'state' | 'result'> & { saved: Left<Transaction> }) | null) => void
}

type MessagedRow = {
  [K in keyof StoredSco]: StoredSco[K] | null
} & {
  suspend_length: number | null
  launch: number
  seq: number
  current_item: string | null
  last_launch: number
  module_id: number
  attempt_result: ScormResult
  is_in_course: boolean
  progress_id: number | null
  item_status: ItemStatus
  course_stamp: string
}

const lockToKnow = lockingToKnow('(select enrollment_id from scorm_attempts where portal_id = $1 and id = $2)')
const MESSAGED = statement<MessagedRow>(`
  select a.launch, a.seq, a.current_item, a.last_launch, a.module_id, a.result as attempt_result, ${IN_COURSE},
    a.progress_id, coalesce(p.status, 4) as item_status, c.xmin::text as course_stamp,
    s.sco, s.cmi, s.status, s.result, s.total_time, s.is_open, s.suspend_length,
    case when a.launch < $4 or $5 and s.sco = any($3) then s.suspend_data end as suspend_data
  from scorm_attempts a
  join scorm_modules m on m.portal_id = a.portal_id and m.id = a.module_id
  join courses c on c.portal_id = m.portal_id and c.id = m.course_id
  left join course_user_progress p on p.portal_id = a.portal_id and p.id = a.progress_id
  left join scorm_sco_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
  where a.portal_id = $1 and a.id = $2`)
const STILL = statement(`
  select must_still_hold(exists (select from scorm_attempts where portal_id = $1 and id = $2 and xmin = $3::xid))`)

type Asked = {
  attempt_id: number
  /** The start whose messages are to be applied; the data of all items is read when it is a new one. */
  launch: number
  /** The items the messages are about. */
  scos: readonly string[]
  /** Whether their suspend data is needed; it may be long. */
  has_suspend_data: boolean
  now: Date
  /** Whether the work of the transaction may run twice, so that it can go on from what this process knows (`assume`). */
  mayRepeat?: boolean
}

type Locked = {
  id: number
  now: Date
  outline: StoredOutline
  is_in_course: boolean
  assumed: Assumed | null
}

const messagedOf = (
  tx: Tx,
  messaged: Messaged,
  known: KnownEnrollment,
  { id, now, outline, is_in_course, assumed }: Locked,
): MessagedAttempt => {
  const memory = knownAttempts(dbOf(tx))
  const portalId = known.row.portal_id
  return {
    ...messaged,
    id,
    enrollment: withAccess(known.row, now),
    outline,
    is_in_course,
    assumed,
    remember: (next) => {
      memory.forget(portalId, id)
      if (!next || !is_in_course) return
      const { state, result, saved } = next
      afterCommit(tx, async () => {
        const [written] = await saved.rows
        const attempt_stamp = written?.transaction ?? ''
        memory.keep(portalId, id, { ...messaged, state, result, known_enrollment: known, attempt_stamp })
      })
    },
  }
}

/** Has what was assumed of the enrolment proved and locked by a statement of its own, for who writes more with it than the attempt. */
export const lockAssumed = (tx: Tx, assumed: Assumed | null): Assumed | null => {
  if (!assumed?.enrollment) return assumed
  void lockKnown(tx, assumed.enrollment)
  return { ...assumed, enrollment: null }
}

/** Has all that was assumed of an attempt proved, for who does not write it (`assume`). */
export const verifyAssumed = (tx: Tx, { id, enrollment }: MessagedAttempt, assumed: Assumed | null): void => {
  const locked = lockAssumed(tx, assumed)
  if (locked) void assume(tx, STILL, [enrollment.portal_id, id, locked.stamp])
}

/**
 * An attempt for messages that are to be applied, in one round trip: its enrolment is locked first, and the second
 * statement sees what was committed before the lock was granted. In none when this process knows the attempt; then who
 * writes it locks the enrolment and proves what was assumed.
 */
export const lockAttempt = async (tx: Tx, portalId: number, asked: Asked): Promise<MessagedAttempt | null> => {
  const { attempt_id: id, launch, scos, has_suspend_data: hasSuspend, now, mayRepeat = false } = asked
  const known = mayRepeat && !hasSuspend && mayAssume(tx) ? knownAttempts(dbOf(tx)).find(portalId, id) : undefined
  const kept = known && keptPackages(dbOf(tx)).find(portalId, id)
  if (known && kept && launch <= known.state.launch) {
    const { known_enrollment: enrollment, attempt_stamp: stamp, ...messaged } = known
    const assumed = { stamp, enrollment }
    return messagedOf(tx, messaged, enrollment, { id, now, outline: kept, is_in_course: true, assumed })
  }
  const [locked, rows, outline] = await Promise.all([
    lockToKnow(tx, portalId, id),
    ask(tx, MESSAGED, [portalId, id, [...scos], launch, hasSuspend]),
    outlineOf(tx, portalId, id),
  ])
  const [first] = rows
  if (!locked || !first || !outline) return null
  const { is_in_course, course_stamp } = first
  const stored = rows.filter((one): one is typeof one & StoredSco => one.sco !== null)
  const messaged = {
    module_id: first.module_id,
    state: {
      launch: first.launch,
      seq: first.seq,
      current: first.current_item,
      scos: Object.fromEntries(stored.map((one) => [one.sco, scoOf(one)])),
    },
    last_launch: first.last_launch,
    result: first.attempt_result,
    progress_id: first.progress_id,
    item_status: first.item_status,
    suspend_lengths: Object.fromEntries(stored.map(({ sco, suspend_length: length }) => [sco, length ?? 0])),
  }
  const { row, stamp } = locked
  const enrollment = { row, stamp, course_stamp }
  return messagedOf(tx, messaged, enrollment, { id, now, outline, is_in_course, assumed: null })
}
