import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { Observed, Reason, SavedPlace, Verdict } from '../../rules/rehearsal/judge.ts'
import type { FormerPackage, Move } from '../carry-store.ts'

/** How many kinds of states are tried at most, and how many of the newest attempts beside them (VER-027). */
export const MOST_KINDS = 20
export const NEWEST = 5

/** A saved state that a rehearsal tries, and how many learners have one of its kind. */
export type SampledState = { attempt_id: number; sco: string; learners: number; saved: SavedPlace }
type SampleRow = Omit<SampledState, 'saved'> & SavedPlace & { kinds: number }

const SAVED = sql.raw('attempt_id, sco, learners, status, suspend_length, location, score_raw, score_min, score_max')
const value = (element: string) => sql`case jsonb_typeof(s.cmi -> ${element}) when 'string'
  then left(s.cmi ->> ${element}, 1000) else '' end`

/**
 * The saved states that a rehearsal tries: of every part and status the newest one, the most frequent kinds first, and
 * the parts that the newest attempts are at. Says how many kinds are left out.
 */
export const sampleStates = async (
  tx: Tx,
  { portal_id, learners }: Move,
  { module_id, package_id }: FormerPackage,
): Promise<{ states: SampledState[]; left_out: number }> => {
  const { rows } = await sql<SampleRow>`
    with states as (
      select a.id as attempt_id, s.sco, s.status, s.suspend_length, a.current_item = s.sco as is_current,
        coalesce(${value('cmi.core.lesson_location')}, '') as location,
        coalesce(${value('cmi.core.score.raw')}, '') as score_raw,
        coalesce(${value('cmi.core.score.min')}, '') as score_min,
        coalesce(${value('cmi.core.score.max')}, '') as score_max,
        count(*) over (partition by s.sco, s.status)::int as learners,
        row_number() over (partition by s.sco, s.status order by a.updated_at desc, a.id desc) as place,
        row_number() over (partition by a.current_item = s.sco order by a.updated_at desc, a.id desc) as recent
      from scorm_attempts a
      join scorm_sco_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
      where a.portal_id = ${portal_id} and a.module_id = ${module_id} and a.package_id = ${package_id}
        and a.enrollment_id in (${learners})
    ), kinds as (
      select *, row_number() over (order by learners desc, sco, status) as rank from states where place = 1
    ), tried as (
      select ${SAVED}, rank from kinds where rank <= ${MOST_KINDS}
      union all
      select ${SAVED}, ${MOST_KINDS} + recent from states n
      where is_current and recent <= ${NEWEST} and not exists (
        select from kinds k where k.rank <= ${MOST_KINDS} and k.attempt_id = n.attempt_id and k.sco = n.sco)
    )
    select ${SAVED}, (select count(*)::int from kinds) as kinds from tried order by rank`.execute(tx)
  const states = rows.map(({ attempt_id, sco, learners: count, kinds: _, ...saved }) => ({
    attempt_id,
    sco,
    learners: count,
    saved,
  }))
  return { states, left_out: Math.max(0, (rows[0]?.kinds ?? 0) - MOST_KINDS) }
}

type NewRun = {
  number: number
  attempt_id: number | null
  sco: string | null
  part: string | null
  title: string | null
  learners: number
  saved: SavedPlace | null
  verdict: Verdict | null
  reasons: Reason[]
}
type NewRehearsal = {
  portal_id: number
  course_id: number
  version: number
  module_id: number
  from_package_id: number
  to_package_id: number
  left_out: number
  started_by: number
  started_at: Date
}

export const insertRehearsal = async (tx: Tx, rehearsal: NewRehearsal, runs: readonly NewRun[]): Promise<number> => {
  const { id } = await tx.insertInto('scorm_rehearsals').values(rehearsal).returning('id').executeTakeFirstOrThrow()
  const rows = runs.map(({ attempt_id, sco, number, part, title, learners, saved, verdict, reasons }) => ({
    ...{ portal_id: rehearsal.portal_id, rehearsal_id: id },
    ...{ attempt_id, sco, number, part, title, learners, verdict, reasons },
    saved: saved && JSON.stringify(saved),
  }))
  await tx.insertInto('scorm_rehearsal_runs').values(rows).execute()
  return id
}

type AtVersion = { portal_id: number; course_id: number; number: number }

const REHEARSAL = [
  'id',
  'portal_id',
  'course_id',
  'version',
  'module_id',
  'from_package_id',
  'to_package_id',
  'left_out',
  'started_by',
  'started_at',
  'finished_at',
] as const

const ofVersion = (tx: Tx, { portal_id, course_id, number }: AtVersion) =>
  tx
    .selectFrom('scorm_rehearsals')
    .select(REHEARSAL)
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .where('version', '=', number)

export type RehearsalRow = Awaited<ReturnType<typeof loadRehearsals>>[number]

/** The rehearsals of a version, the newest first, those that were finished before the others. */
export const loadRehearsals = (tx: Tx, at: AtVersion) =>
  ofVersion(tx, at).orderBy(sql`finished_at is null`).orderBy('id', 'desc').execute()

/** A rehearsal of a version, locked: of two reports at once the later one sees the earlier. */
export const lockRehearsal = (tx: Tx, at: AtVersion, id: number): Promise<RehearsalRow | undefined> =>
  ofVersion(tx, at).where('id', '=', id).forUpdate().executeTakeFirst()

export type RunRow = NewRun & { rehearsal_id: number; observed: Observed | null }

const RUN = [
  'rehearsal_id',
  'number',
  'attempt_id',
  'sco',
  'part',
  'title',
  'learners',
  'saved',
  'observed',
  'verdict',
  'reasons',
] as const

export const loadRuns = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<RunRow[]> =>
  (await tx
    .selectFrom('scorm_rehearsal_runs')
    .select(RUN)
    .where('portal_id', '=', portalId)
    .where('rehearsal_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('number')
    .execute()) as RunRow[]

export const saveRun = (
  tx: Tx,
  at: { portal_id: number; rehearsal_id: number; number: number },
  run: { observed: Observed; verdict: Verdict; reasons: readonly Reason[] },
) =>
  tx
    .updateTable('scorm_rehearsal_runs')
    .set({ observed: JSON.stringify(run.observed), verdict: run.verdict, reasons: [...run.reasons] })
    .where('portal_id', '=', at.portal_id)
    .where('rehearsal_id', '=', at.rehearsal_id)
    .where('number', '=', at.number)
    .execute()

export const finishRehearsal = (tx: Tx, portalId: number, id: number, now: Date) =>
  tx
    .updateTable('scorm_rehearsals')
    .set({ finished_at: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()

/** What the player of a run opens, and the attempt whose state it starts from; undefined once the run was reported. */
export const loadRehearsed = (tx: Tx, portalId: number, at: { rehearsal_id: number; number: number }) =>
  tx
    .selectFrom('scorm_rehearsal_runs as r')
    .innerJoin('scorm_rehearsals as h', (join) =>
      join.onRef('h.portal_id', '=', 'r.portal_id').onRef('h.id', '=', 'r.rehearsal_id'),
    )
    .select(['r.attempt_id', 'h.from_package_id', 'h.to_package_id'])
    .where('r.portal_id', '=', portalId)
    .where('r.rehearsal_id', '=', at.rehearsal_id)
    .where('r.number', '=', at.number)
    .where('r.verdict', 'is', null)
    .executeTakeFirst()
