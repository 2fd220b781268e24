import { type RawBuilder, sql } from 'kysely'
import { ENROLLMENT_COLUMNS, type Enrollment, withAccess } from '#features/enrollments/server/api.ts'
import { dbOf, sendWithCommit, type Tx } from '#platform/db.ts'
import type { AttemptState, ScormCommit, ScoState } from '../rules/cmi.ts'
import { type Details, restoreCmi, type StoredValue, storeCmi } from '../rules/cmi-keys.ts'
import type { ItemStatus, ScormResult } from '../rules/result.ts'
import { keptPackages } from './package-memory.ts'
import type { PackageStatus, StoredOutline } from './packages-store.ts'

/** A package as it is played; without an outline it cannot be. */
export type PlayedPackage = {
  id: number
  uuid: string
  status: PackageStatus
  error: string | null
  version: string | null
  entry: string | null
  outline: StoredOutline | null
}

/** A module as its learner starts it. */
export type PlayedModule = { id: number; course_id: number; title: string; slug: string; package: PlayedPackage | null }

/** A module that stands in the outline of its course, with its package; null otherwise. */
export const loadPlayedModule = async (tx: Tx, portalId: number, moduleId: number): Promise<PlayedModule | null> => {
  const { rows } = await sql<{
    id: number
    course_id: number
    title: string
    slug: string
    package: PlayedPackage | null
  }>`
    select m.id, m.course_id, m.title, m.slug,
      case when p.id is not null then jsonb_build_object('id', p.id, 'uuid', p.uuid, 'status', p.status, 'error', p.error,
        'version', p.version, 'entry', p.entry, 'outline', p.outline) end as package
    from scorm_modules m
    join outline_items o on o.portal_id = m.portal_id and o.itemable_type = 'ScormModule' and o.itemable_id = m.id
      and o.deleted_at is null
    left join scorm_packages p on p.portal_id = m.portal_id and p.id = m.scorm_id
    where m.portal_id = ${portalId} and m.id = ${moduleId}`.execute(tx)
  return rows[0] ?? null
}

/** How an item of an attempt travels from the database. `cmi` is null where nobody asked for it. */
type PackedSco = Pick<ScoState, 'status' | 'result' | 'total_time' | 'is_open'> & {
  sco: string
  cmi: Record<string, StoredValue> | null
}
type AttemptColumns = { launch: number; seq: number; current_item: string | null; scos: PackedSco[] | null }

const stateOf = ({ launch, seq, current_item: current, scos }: AttemptColumns): AttemptState => ({
  launch,
  seq,
  current,
  scos: Object.fromEntries(
    (scos ?? []).map(({ sco, cmi, status, result, total_time, is_open }) => [
      sco,
      { status, result, total_time, is_open, cmi: restoreCmi(cmi ?? {}) },
    ]),
  ),
})

/** The items of the attempt `a`, each with its data where the condition holds. */
const packedScos = (hasData: RawBuilder<boolean>) => sql<PackedSco[] | null>`(
  select json_agg(json_build_object('sco', s.sco, 'status', s.status, 'result', s.result, 'total_time', s.total_time,
    'is_open', s.is_open, 'cmi', case when ${hasData} then s.cmi end))
  from scorm_sco_states s where s.portal_id = a.portal_id and s.attempt_id = a.id
)`

/** The state of an enrolment's attempt at a package, without the data of its items; null before the first start. */
export const loadAttemptState = async (
  tx: Tx,
  portalId: number,
  at: { enrollment_id: number; module_id: number; package_id: number | null },
): Promise<AttemptState | null> => {
  const { rows } = await sql<AttemptColumns>`
    select a.launch, a.seq, a.current_item, ${packedScos(sql<boolean>`false`)} as scos
    from scorm_attempts a
    where a.portal_id = ${portalId} and a.enrollment_id = ${at.enrollment_id} and a.module_id = ${at.module_id}
      and a.package_id = ${at.package_id}`.execute(tx)
  return rows[0] ? stateOf(rows[0]) : null
}

/**
 * Counts a start of the player; the first makes the attempt. The earlier start counts until the new one says something. A
 * review is no start of its own and is counted by 0.
 */
export const countLaunch = async (
  tx: Tx,
  values: { portal_id: number; enrollment_id: number; module_id: number; package_id: number; now: Date },
  by: 0 | 1,
): Promise<{ id: number; last_launch: number }> => {
  const { now, ...key } = values
  return tx
    .insertInto('scorm_attempts')
    .values({ ...key, last_launch: by, started_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'enrollment_id', 'module_id', 'package_id'])
        .doUpdateSet((eb) => ({ last_launch: eb('scorm_attempts.last_launch', '+', by) })),
    )
    .returning(['id', 'last_launch'])
    .executeTakeFirstOrThrow()
}

/** Everything that decides about an attempt, behind the lock of its enrolment where one was taken. */
export type PlayedAttempt = {
  id: number
  enrollment: Enrollment
  module_id: number
  package_uuid: string
  outline: StoredOutline
  state: AttemptState
  last_launch: number
  /** False once the module was taken out of its course. */
  is_in_course: boolean
  progress_id: number | null
  item_status: ItemStatus
  learner: { user_id: number; first_name: string | null; last_name: string | null }
}

type Asked = {
  attempt_id: number
  /** The start whose messages are to be applied: the data of all items is read when it is not the one that counts. */
  launch?: number
  /** Items whose data is needed. */
  scos: readonly string[]
  /** Locks the enrolment, so that what is read stays true until the transaction ends. */
  locks: boolean
}

type Row = AttemptColumns & {
  last_launch: number
  module_id: number
  package_id: number
  package_uuid: string
  outline: StoredOutline | null
  is_in_course: boolean
  progress_id: number | null
  item_status: ItemStatus
  first_name: string | null
  last_name: string | null
}

/**
 * An attempt with its enrolment, in one round trip: the lock comes first, and the second statement sees what was committed
 * before it was granted. Outlines of packages never change, so each is read once and kept.
 */
export const loadAttempt = async (tx: Tx, portalId: number, now: Date, asked: Asked): Promise<PlayedAttempt | null> => {
  const { attempt_id: id, launch, scos, locks } = asked
  const memory = keptPackages(dbOf(tx))
  const known = memory.keyOf(portalId, id)
  const enrolled = tx
    .selectFrom('enrollments')
    .innerJoin('scorm_attempts', (join) =>
      join
        .onRef('scorm_attempts.portal_id', '=', 'enrollments.portal_id')
        .onRef('scorm_attempts.enrollment_id', '=', 'enrollments.id'),
    )
    .select(ENROLLMENT_COLUMNS)
    .where('scorm_attempts.portal_id', '=', portalId)
    .where('scorm_attempts.id', '=', id)
  const hasData = sql<boolean>`(s.sco = any(${[...scos]}::text[]) or a.launch < ${launch ?? 0})`
  const [enrollment, { rows }] = await Promise.all([
    (locks ? enrolled.forUpdate('enrollments') : enrolled).executeTakeFirst(),
    sql<Row>`
      select a.launch, a.seq, a.current_item, a.last_launch, a.module_id, a.package_id, ${packedScos(hasData)} as scos,
        p.uuid as package_uuid, case when p.id is distinct from ${known}::bigint then p.outline end as outline,
        exists (
          select 1 from outline_items o
          where o.portal_id = a.portal_id and o.itemable_type = 'ScormModule' and o.itemable_id = a.module_id
            and o.deleted_at is null
        ) as is_in_course,
        c.id as progress_id, coalesce(c.status, 4) as item_status, u.first_name, u.last_name
      from scorm_attempts a
      join scorm_packages p on p.portal_id = a.portal_id and p.id = a.package_id
      join enrollments e on e.portal_id = a.portal_id and e.id = a.enrollment_id
      join users u on u.id = e.user_id
      left join course_user_progress c on c.portal_id = a.portal_id and c.enrollment_id = a.enrollment_id
        and c.item_type = 'ScormModule' and c.item_id = a.module_id
      where a.portal_id = ${portalId} and a.id = ${id}`.execute(tx),
  ])
  const row = rows[0]
  if (!enrollment || !row) return null
  const outline = memory.outlineOf(portalId, id, row.package_id, row.outline)
  if (!outline) return null
  return {
    id,
    enrollment: withAccess(enrollment, now),
    module_id: row.module_id,
    package_uuid: row.package_uuid,
    outline,
    state: stateOf(row),
    last_launch: row.last_launch,
    is_in_course: row.is_in_course,
    progress_id: row.progress_id,
    item_status: row.item_status,
    learner: { user_id: enrollment.user_id, first_name: row.first_name, last_name: row.last_name },
  }
}

export type SavedAttempt = {
  portal_id: number
  attempt: Pick<PlayedAttempt, 'id' | 'progress_id' | 'state'>
  state: AttemptState
  result: ScormResult
  /** The start that the messages belong to, and those of them that came for the first time. */
  launch: number
  commits: readonly ScormCommit[]
  /** Elements for the details of the progress (SCO-003). */
  details: Details
  now: Date
}

/** What the journal keeps of a message: of suspend data, which may come every second, only the length. */
const journaled = (cmi: ScormCommit['cmi']): Record<string, StoredValue> => {
  const text = Object.fromEntries(Object.entries(cmi).map(([key, value]) => [key, String(value)]))
  const data = text['cmi.suspend_data']
  return storeCmi(data === undefined ? text : { ...text, 'cmi.suspend_data': `${data.length} characters` })
}

/**
 * Writes an attempt with the items that have changed, the journal of the messages, and the details of the progress, in one
 * statement that travels with COMMIT. The caller holds the lock of the enrolment.
 */
export const saveAttempt = (tx: Tx, { attempt, state, commits, ...given }: SavedAttempt): void => {
  const changed = Object.entries(state.scos).filter(([sco, next]) => attempt.state.scos[sco] !== next)
  const hundredths = Object.values(state.scos).reduce((sum, { total_time: time }) => sum + time, 0)
  const columns = {
    scos: changed.map(([sco]) => sco),
    cmis: changed.map(([, { cmi }]) => JSON.stringify(storeCmi(cmi))),
    statuses: changed.map(([, { status }]) => status),
    results: changed.map(([, { result }]) => result),
    times: changed.map(([, { total_time: time }]) => time),
    opens: changed.map(([, { is_open: isOpen }]) => isOpen),
  }
  const journal = {
    seqs: commits.map(({ seq }) => seq),
    scos: commits.map(({ sco }) => sco.replaceAll('\0', '\uFFFD')),
    events: commits.map(({ event }) => event),
    cmis: commits.map(({ cmi }) => JSON.stringify(journaled(cmi))),
  }
  const query = sql`
    with attempt as (
      update scorm_attempts set launch = ${state.launch}, seq = ${state.seq}, current_item = ${state.current},
        last_launch = greatest(last_launch, ${state.launch}), result = ${given.result},
        total_seconds = ${Math.floor(hundredths / 100)}, updated_at = ${given.now}
      where portal_id = ${given.portal_id} and id = ${attempt.id}
    ), items as (
      insert into scorm_sco_states as s (portal_id, attempt_id, sco, cmi, status, result, total_time, is_open)
      select ${given.portal_id}, ${attempt.id}, c.sco, c.cmi::jsonb, c.status, c.result, c.total_time, c.is_open
      from unnest(${columns.scos}::text[], ${columns.cmis}::text[], ${columns.statuses}::text[], ${columns.results}::text[],
        ${columns.times}::bigint[], ${columns.opens}::boolean[]) as c (sco, cmi, status, result, total_time, is_open)
      on conflict (portal_id, attempt_id, sco) do update set cmi = excluded.cmi, status = excluded.status,
        result = excluded.result, total_time = excluded.total_time, is_open = excluded.is_open
    ), journal as (
      insert into scorm_commits (portal_id, attempt_id, launch, seq, sco, event, cmi, received_at)
      select ${given.portal_id}, ${attempt.id}, ${given.launch}, j.seq, j.sco, j.event, j.cmi::jsonb, ${given.now}
      from unnest(${journal.seqs}::int[], ${journal.scos}::text[], ${journal.events}::text[], ${journal.cmis}::text[])
        as j (seq, sco, event, cmi)
      on conflict do nothing
    )
    update course_user_progress set details = details || ${JSON.stringify(given.details)}::jsonb, updated_at = ${given.now}
    where portal_id = ${given.portal_id} and id = ${attempt.progress_id}`
  sendWithCommit(tx, query.compile(tx))
}
