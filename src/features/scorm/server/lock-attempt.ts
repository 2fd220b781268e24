import {
  ENROLLMENT_WITH_COURSE,
  type Enrollment,
  type EnrollmentLock,
  type EnrollmentRow,
  enrollmentBy,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, dbOf, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import type { AttemptState, ScoState } from '../rules/player/cmi.ts'
import type { ItemStatus, ScormResult } from '../rules/result.ts'
import { IN_COURSE, outlineOf, type StoredSco, scoOf } from './attempts-store.ts'
import { packageMemory } from './packages/package-memory.ts'
import type { StoredOutline } from './packages/packages-store.ts'

const SUSPEND = 'cmi.suspend_data'
const MOST_ATTEMPTS = 4_000

/** What decides about the messages of an attempt, but for its package and the time. */
type Messaged = {
  id: number
  row: EnrollmentRow
  module_id: number
  /** False once the module was taken out of its course. */
  is_in_course: boolean
  /** With all items of the attempt, but for suspend data that was not asked for. */
  state: AttemptState
  last_launch: number
  result: ScormResult
  progress_id: number | null
  item_status: ItemStatus
  /** How long the stored suspend data of the items is. */
  suspend_lengths: Readonly<Record<string, number>>
}

/** Everything that decides about messages, behind the lock of the enrollment. */
export type MessagedAttempt = Omit<Messaged, 'row'> & {
  enrollment: Enrollment
  outline: StoredOutline
  /** The attempt after the messages; null when only the database knows it (`optimistic`). */
  remember: (next: Pick<Messaged, 'state' | 'result'> | null) => void
}

const keyOf = (portalId: number, attemptId: number) => `${portalId}:${attemptId}`

// Every message writes the attempt, so the attempt's stamp covers its items.
const attempts = optimistic<Messaged, EnrollmentLock>({
  keyOf: ({ row, id }) => keyOf(row.portal_id, id),
  provedBy: ({ row, id }) => [row.portal_id, id],
  seen: ({ stamp, course_stamp }) => [stamp, course_stamp],
  proof: `
    select from ${ENROLLMENT_WITH_COURSE}
    join scorm_attempts a on a.portal_id = e.portal_id and a.enrollment_id = e.id
    where a.portal_id = $1 and a.id = $2 and a.xmin = $3::xid and e.xmin = $4::xid and c.xmin = $5::xid
    for no key update of e, a`,
  most: MOST_ATTEMPTS,
})

/** Without suspend data, which may be long: of that only the length. */
const toKeep = (next: Messaged): Messaged => {
  const lengths: Record<string, number> = { ...next.suspend_lengths }
  const scos = Object.entries(next.state.scos).map(([id, sco]): [string, ScoState] => {
    const { [SUSPEND]: data, ...cmi } = sco.cmi
    if (data === undefined) return [id, sco]
    lengths[id] = data.length
    return [id, { ...sco, cmi }]
  })
  return { ...next, state: { ...next.state, scos: Object.fromEntries(scos) }, suspend_lengths: lengths }
}

type MessagedRow = { [K in keyof StoredSco]: StoredSco[K] | null } & Pick<
  Messaged,
  'last_launch' | 'module_id' | 'is_in_course' | 'progress_id' | 'item_status'
> & {
    suspend_length: number | null
    launch: number
    seq: number
    current_item: string | null
    attempt_result: ScormResult
  }

const ENROLLMENT = enrollmentBy('(select enrollment_id from scorm_attempts where portal_id = $1 and id = $2)')
const MESSAGED = statement<MessagedRow>(`
  select a.launch, a.seq, a.current_item, a.last_launch, a.module_id, a.result as attempt_result, ${IN_COURSE},
    a.progress_id, coalesce(p.status, ${PROGRESS.not_started}) as item_status,
    s.sco, s.cmi, s.status, s.result, s.total_time, s.is_open, s.suspend_length,
    case when a.launch < $4 or $5 and s.sco = any($3) then s.suspend_data end as suspend_data
  from scorm_attempts a
  left join course_user_progress p on p.portal_id = a.portal_id and p.id = a.progress_id
  left join scorm_sco_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
  where a.portal_id = $1 and a.id = $2`)

type Target = {
  attempt_id: number
  /** The launch of the messages; a new one reads the data of all items. */
  launch: number
  /** The items the messages are about. */
  scos: readonly string[]
  /** Whether their suspend data is needed; it may be long. */
  has_suspend_data: boolean
  now: Date
  /** Whether the work of the transaction may run twice, so that it can go on from what this process knows. */
  mayRepeat?: boolean
}

/** An attempt for messages to be applied, with its enrollment locked (`optimistic`). */
export const lockAttempt = async (tx: Tx, portalId: number, target: Target): Promise<MessagedAttempt | null> => {
  const { attempt_id: id, launch, scos, has_suspend_data: hasSuspend, now, mayRepeat = false } = target
  let outline: StoredOutline | null = packageMemory(dbOf(tx)).find(portalId, id) ?? null
  const isKept = outline !== null
  const read = async (): Promise<Messaged | null> => {
    const [[row], rows, storedOutline] = await Promise.all([
      ask(tx, ENROLLMENT.read, [portalId, id]),
      ask(tx, MESSAGED, [portalId, id, [...scos], launch, hasSuspend]),
      outlineOf(tx, portalId, id),
    ])
    outline = storedOutline
    const [first] = rows
    if (!row || !first) return null
    const stored = rows.filter((one): one is typeof one & StoredSco => one.sco !== null)
    const { module_id, is_in_course, last_launch, progress_id, item_status } = first
    return {
      id,
      row,
      module_id,
      is_in_course,
      state: {
        launch: first.launch,
        seq: first.seq,
        current: first.current_item,
        scos: Object.fromEntries(stored.map((one) => [one.sco, scoOf(one)])),
      },
      last_launch,
      result: first.attempt_result,
      progress_id,
      item_status,
      suspend_lengths: Object.fromEntries(stored.map(({ sco, suspend_length: length }) => [sco, length ?? 0])),
    }
  }
  const locked = await attempts.hold(tx, {
    key: keyOf(portalId, id),
    mayKnow: ({ state }) => mayRepeat && !hasSuspend && isKept && launch <= state.launch,
    lock: [ENROLLMENT.lock, [portalId, id]],
    read,
  })
  if (!locked || !outline) return null
  const { row, ...attempt } = locked.value
  const remember: MessagedAttempt['remember'] = (next) =>
    locked.remember(next && attempt.is_in_course ? toKeep({ row, ...attempt, ...next }) : null)
  return { ...attempt, enrollment: withAccess(row, now), outline, remember }
}
