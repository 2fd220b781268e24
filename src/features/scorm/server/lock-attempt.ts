import {
  attemptProof,
  type Enrollment,
  lockingEnrollment,
  personIsHere,
  type StampedEnrollment,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import type { AttemptState, ScoState } from '../rules/player/cmi.ts'
import type { ItemStatus, ScormResult } from '../rules/result.ts'
import { IN_COURSE, loadOutline, type StoredSco, scoOf } from './attempts-store.ts'
import type { StoredOutline } from './packages/packages-store.ts'

const SUSPEND = 'cmi.suspend_data'

/** What messages are judged by, and what they change. */
type MessagedState = {
  id: number
  /** The outline of the package. It never changes. */
  outline: StoredOutline
  module_id: number
  /** False after the module was removed from its course. */
  is_in_course: boolean
  /** False while the learner may not sign in; of a kept attempt the proof says it again. */
  is_person_here: boolean
  /** How often the learner's ways in were closed: launches from before are over. */
  access_epoch: number
  /** All items of the attempt, but only the suspend data that was asked for. */
  state: AttemptState
  last_launch: number
  result: ScormResult
  progress_id: number | null
  item_status: ItemStatus
  /** The length of each item's stored suspend data. */
  suspend_lengths: Readonly<Record<string, number>>
}

/** An attempt, read after its enrollment was locked. */
export type MessagedAttempt = MessagedState & {
  enrollment: Enrollment
  /** Takes what the messages changed, or null if only the database knows it (see `optimistic`). */
  remember: (next: Pick<MessagedState, 'state' | 'result'> | null) => void
}

type CachedAttempt = MessagedState & { row: StampedEnrollment }
const keyOf = (portalId: number, attemptId: number) => `${portalId}:${attemptId}`

// Every message writes the attempt, so its stamp covers the items.
const attempts = optimistic<CachedAttempt>({
  keyOf: ({ row, id }) => keyOf(row.portal_id, id),
  proof: attemptProof('scorm_attempts', personIsHere('$6')),
  proofValues: ({ row, id, access_epoch: epoch }, stamp) => [
    row.portal_id,
    id,
    stamp,
    row.stamp,
    row.course_stamp,
    epoch,
  ],
  // An attempt counts as ten items of its package. 40,000 take about 30 MB.
  maxSize: 40_000,
  sizeOf: ({ outline }) => 10 + outline.items.length,
})

/** Suspend data may be long: only its length is kept. */
const withoutSuspendData = (attempt: CachedAttempt): CachedAttempt => {
  const lengths: Record<string, number> = { ...attempt.suspend_lengths }
  const scos = Object.entries(attempt.state.scos).map(([id, sco]): [string, ScoState] => {
    const { [SUSPEND]: data, ...cmi } = sco.cmi
    if (data === undefined) return [id, sco]
    lengths[id] = data.length
    return [id, { ...sco, cmi }]
  })
  return { ...attempt, state: { ...attempt.state, scos: Object.fromEntries(scos) }, suspend_lengths: lengths }
}

type AttemptRow = Pick<
  MessagedState,
  | 'last_launch'
  | 'module_id'
  | 'result'
  | 'is_in_course'
  | 'is_person_here'
  | 'access_epoch'
  | 'progress_id'
  | 'item_status'
> & { launch: number; seq: number; current: string | null; scos: (StoredSco & { suspend_length: number })[] }

const LOCK = lockingEnrollment('(select enrollment_id from scorm_attempts where portal_id = $1 and id = $2)')
/** An attempt. Suspend data is read for the items $3, and for all items if launch $4 is new. */
const ATTEMPT = statement<AttemptRow>(`
  select a.launch, a.seq, a.current_item as current, a.last_launch, a.module_id, a.result, ${IN_COURSE},
    m.user_id is null or not (m.is_blocked or m.left_at is not null) as is_person_here,
    coalesce(m.access_epoch, 0) as access_epoch,
    a.progress_id, coalesce(p.status, ${PROGRESS.not_started}) as item_status,
    coalesce((
      select json_agg(json_build_object('sco', s.sco, 'cmi', s.cmi, 'status', s.status, 'result', s.result,
        'total_time', s.total_time, 'is_open', s.is_open, 'suspend_length', s.suspend_length,
        'suspend_data', case when a.launch < $4 or s.sco = any($3) then s.suspend_data end))
      from scorm_sco_states s where s.portal_id = a.portal_id and s.attempt_id = a.id
    ), '[]') as scos
  from scorm_attempts a
  join enrollments e on e.portal_id = a.portal_id and e.id = a.enrollment_id
  left join portal_users m on m.portal_id = e.portal_id and m.user_id = e.user_id
  left join course_user_progress p on p.portal_id = a.portal_id and p.id = a.progress_id
  where a.portal_id = $1 and a.id = $2`)

type Target = {
  attempt_id: number
  /** The launch of the messages. A new one reads the data of all items. */
  launch: number
  /** The items whose suspend data is needed. */
  suspend_data_of: readonly string[]
  now: Date
}

/**
 * An attempt that messages are applied to, with its enrollment locked (see `optimistic`). Without suspend data it may come from
 * memory; the work of the transaction must then be allowed to run twice.
 */
export const lockAttempt = async (
  tx: Tx,
  portalId: number,
  { attempt_id: id, launch, suspend_data_of: suspendDataOf, now }: Target,
): Promise<MessagedAttempt | null> => {
  const locked = await attempts.hold(tx, {
    key: keyOf(portalId, id),
    accepts: (known) => suspendDataOf.length === 0 && launch <= known.state.launch,
    read: async (known) => {
      const [[row], [attempt], outline] = await Promise.all([
        ask(tx, LOCK, [portalId, id]),
        ask(tx, ATTEMPT, [portalId, id, suspendDataOf, launch]),
        known?.outline ?? loadOutline(tx, portalId, id),
      ])
      if (!row || !attempt || !outline) return null
      const { launch: newest, seq, current, scos, ...rest } = attempt
      const state = { launch: newest, seq, current, scos: Object.fromEntries(scos.map((sco) => [sco.sco, scoOf(sco)])) }
      const lengths = Object.fromEntries(scos.map(({ sco, suspend_length: length }) => [sco, length]))
      return { ...rest, id, row, outline, state, suspend_lengths: lengths }
    },
  })
  if (!locked) return null
  const { row, ...attempt } = locked.value
  const remember: MessagedAttempt['remember'] = (next) =>
    locked.remember(next && attempt.is_in_course ? withoutSuspendData({ ...locked.value, ...next }) : null)
  return { ...attempt, enrollment: withAccess(row, now), remember }
}
