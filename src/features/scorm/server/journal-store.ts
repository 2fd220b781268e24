import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Cmi, restoreCmi, type StoredValue } from '../rules/player/cmi-keys.ts'
import type { LessonStatus } from '../rules/prerequisites.ts'
import type { ScormResult } from '../rules/result.ts'
import type { StoredOutline } from './packages/packages-store.ts'

const attempts = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('scorm_attempts as a')
    .innerJoin('scorm_modules as m', (join) =>
      join.onRef('m.portal_id', '=', 'a.portal_id').onRef('m.id', '=', 'a.module_id'),
    )
    .innerJoin('scorm_packages as p', (join) =>
      join.onRef('p.portal_id', '=', 'a.portal_id').onRef('p.id', '=', 'a.package_id'),
    )
    .select([
      'a.id',
      'a.enrollment_id',
      'm.course_id',
      'a.module_id',
      'm.title as module_title',
      'a.package_id',
      'p.title as package_title',
      'p.version',
      'a.result',
      'a.carried_from',
      'a.total_time',
      'a.last_launch',
      'a.started_at',
      'a.updated_at',
    ])
    .where('a.portal_id', '=', portalId)

export type AttemptRow = Awaited<ReturnType<typeof loadAttemptsOf>>[number]

/** The attempts of an enrollment, the latest first. */
export const loadAttemptsOf = (tx: Tx, portalId: number, enrollmentId: number) =>
  attempts(tx, portalId).where('a.enrollment_id', '=', enrollmentId).orderBy('a.updated_at', 'desc').execute()

/** An attempt with the outline of its package, or null. */
export const loadAttempt = async (tx: Tx, portalId: number, id: number) => {
  const row = await attempts(tx, portalId)
    .select(['p.outline', 'a.current_item', 'a.launch', 'a.seq'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, outline: row.outline as StoredOutline | null } : null
}

const SHOWN = ['status', 'result', 'cmi', 'suspend_length'] as const
type StoredState = { cmi: unknown; status: string; result: string; suspend_length: number }

/** What is shown of a state: the few elements people ask about, without the data itself. */
export const shownState = ({ cmi, status, result, suspend_length }: StoredState) => {
  const values = restoreCmi(cmi as Record<string, StoredValue>)
  return {
    status: status as LessonStatus,
    result: result as ScormResult,
    lesson_location: values['cmi.core.lesson_location'] ?? null,
    score_raw: values['cmi.core.score.raw'] ?? null,
    suspend_length,
  }
}

/** The current items of an attempt, without their suspend data. */
export const loadItems = (tx: Tx, portalId: number, attemptId: number) =>
  tx
    .selectFrom('scorm_sco_states')
    .select(['sco', 'total_time', 'is_open', ...SHOWN])
    .where('portal_id', '=', portalId)
    .where('attempt_id', '=', attemptId)
    .execute()

/** The states of an attempt that can be brought back, the newest first, without their suspend data. */
export const loadSnapshots = (tx: Tx, portalId: number, attemptId: number) =>
  tx
    .selectFrom('scorm_snapshots')
    .select(['id', 'sco', 'reason', 'launch', 'seq', 'stood_at', ...SHOWN])
    .where('portal_id', '=', portalId)
    .where('attempt_id', '=', attemptId)
    .orderBy('id', 'desc')
    .execute()

export type Snapshot = { id: number; sco: string; cmi: Cmi; status: LessonStatus; result: ScormResult; stood_at: Date }

/** A state with all its data, or null when this attempt does not have it. */
export const loadSnapshot = async (
  tx: Tx,
  portalId: number,
  at: { attempt_id: number; id: number },
): Promise<Snapshot | null> => {
  const row = await tx
    .selectFrom('scorm_snapshots')
    .select(['id', 'sco', 'cmi', 'suspend_data', 'status', 'result', 'stood_at'])
    .where('portal_id', '=', portalId)
    .where('attempt_id', '=', at.attempt_id)
    .where('id', '=', at.id)
    .executeTakeFirst()
  if (!row) return null
  const { suspend_data: suspend, cmi, status, result, ...rest } = row
  const stored = cmi as Record<string, StoredValue>
  return {
    ...rest,
    // An item that had no suspend data then has none again.
    cmi: restoreCmi({ ...stored, 'cmi.suspend_data': (suspend as StoredValue | null) ?? '' }),
    status: status as LessonStatus,
    result: result as ScormResult,
  }
}

/** A page of the journal, the newest first. */
export const listJournal = (
  tx: Tx,
  portalId: number,
  attemptId: number,
  query: { cursor?: string | undefined; per_page: number },
) =>
  keysetPage(
    tx
      .selectFrom('scorm_commits')
      .select(['seq as id', 'launch', 'sco', 'event', 'cmi', 'received_at', 'user_id'])
      .where('portal_id', '=', portalId)
      .where('attempt_id', '=', attemptId),
    { ...query, sort: '-launch', keys: [{ name: 'launch', type: 'int' }], direction: 'desc', id: 'seq' },
  )
