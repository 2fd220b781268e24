import { sql } from 'kysely'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { AttemptState } from '../rules/player/cmi.ts'
import { type StoredSco, scoOf } from './attempts-store.ts'
import type { StoredOutline } from './packages/packages-store.ts'

type Sql = ReturnType<typeof sql>
/** A version that learners are moved to. `learners` is SQL for the ids of their enrollments. */
export type Move = { portal_id: number; course_id: number; number: number; learners: Sql }
/** A former package of a module. */
export type FormerPackage = { module_id: number; package_id: number }

const packageOf = (alias: string) => sql`(
  select (c.content ->> 'scorm_id')::bigint from version_contents c
  where c.portal_id = ${sql.ref(alias)}.portal_id and c.id = ${sql.ref(alias)}.content_id)`

/**
 * SQL: the SCORM modules `n` of a version that play another package than in the version of the enrollment `e`, with both
 * packages as `r.from_id` and `r.to_id`.
 */
export const replacedModules = ({ portal_id, course_id, number, learners }: Move): Sql => sql`
  from enrollments e
  join course_version_items n on n.portal_id = e.portal_id and n.course_id = e.course_id and n.version = ${number}
    and n.item_type = 'ScormModule'
  join course_version_items o on o.portal_id = e.portal_id and o.course_id = e.course_id and o.version = e.version
    and o.item_type = n.item_type and o.item_id = n.item_id and o.content_id <> n.content_id
  cross join lateral (select ${packageOf('o')} as from_id, ${packageOf('n')} as to_id) r
  where e.portal_id = ${portal_id} and e.course_id = ${course_id} and e.id in (${learners}) and r.from_id <> r.to_id`

/** SQL: whether a learner has anything at a package: an attempt, or one at an earlier package that it continues. */
const hasPlace = (enrollment: Sql, module: Sql, scormPackage: Sql): Sql => sql`(
  exists (select from scorm_attempts a where a.portal_id = e.portal_id and a.enrollment_id = ${enrollment}
    and a.module_id = ${module} and a.package_id = ${scormPackage})
  or exists (select from scorm_carry_overs v where v.portal_id = e.portal_id and v.enrollment_id = ${enrollment}
    and v.module_id = ${module} and v.package_id = ${scormPackage}))`

export type ReplacedPackage = {
  module_id: number
  title: string | null
  from_id: number
  to_id: number
  learners: number
}

/** The packages that a move replaces, each with how many of its learners have begun the former one (VER-025). */
export const loadReplacedPackages = async (tx: Tx, move: Move): Promise<ReplacedPackage[]> => {
  const { rows } = await sql<ReplacedPackage>`
    select n.item_id as module_id, n.title, r.from_id, r.to_id,
      count(*) filter (where ${hasPlace(sql`e.id`, sql`n.item_id`, sql`r.from_id`)})::int as learners
    ${replacedModules(move)}
    group by n.item_id, n.title, n.sort_number, r.from_id, r.to_id order by n.sort_number, r.from_id`.execute(tx)
  return rows
}

/** SQL: in how many of the named packages the learner of the enrollment `e` of an outer query would keep their place. */
export const placesKept = ({ number }: Pick<Move, 'number'>, kept: readonly FormerPackage[]): Sql => sql`(
  select count(*)::int
  from course_version_items n
  join course_version_items o on o.portal_id = e.portal_id and o.course_id = e.course_id and o.version = e.version
    and o.item_type = n.item_type and o.item_id = n.item_id and o.content_id <> n.content_id
  cross join lateral (select ${packageOf('o')} as from_id, ${packageOf('n')} as to_id) r
  where n.portal_id = e.portal_id and n.course_id = e.course_id and n.version = ${number} and n.item_type = 'ScormModule'
    and r.from_id <> r.to_id and (n.item_id, r.from_id) in (select * from unnest(
      ${kept.map(({ module_id }) => module_id)}::bigint[], ${kept.map(({ package_id }) => package_id)}::bigint[]))
    and ${hasPlace(sql`e.id`, sql`n.item_id`, sql`r.from_id`)})`

/** What was written down for a package: the first start of `package_id` continues what is at `from_package_id`. */
export type CarryOver = {
  module_id: number
  package_id: number
  from_package_id: number
  /** Who decided it. */
  user_id: number
  decided_at: string
}

/** Everything that is written down for an enrollment. */
export const loadCarryOvers = async (tx: Tx, portalId: number, enrollmentId: number): Promise<CarryOver[]> => {
  const { rows } = await sql<CarryOver>`
    select module_id, package_id, from_package_id, decided_by as user_id, to_json(decided_at) #>> '{}' as decided_at
    from scorm_carry_overs where portal_id = ${portalId}::bigint and enrollment_id = ${enrollmentId}::bigint
    order by module_id, package_id`.execute(tx)
  return rows
}

/** Puts back what was written down for an enrollment before a move, and nothing else. The caller holds its lock. */
export const restoreCarryOvers = async (
  tx: Tx,
  portalId: number,
  enrollmentId: number,
  former: readonly CarryOver[],
): Promise<void> => {
  await sql`delete from scorm_carry_overs
    where portal_id = ${portalId}::bigint and enrollment_id = ${enrollmentId}::bigint`.execute(tx)
  if (former.length === 0) return
  await sql`
    insert into scorm_carry_overs
      (portal_id, enrollment_id, module_id, package_id, from_package_id, decided_by, decided_at)
    select ${portalId}::bigint, ${enrollmentId}::bigint, r.module_id, r.package_id, r.from_package_id, r.user_id, r.decided_at
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb)
      as r (module_id bigint, package_id bigint, from_package_id bigint, user_id bigint, decided_at timestamptz)`.execute(
    tx,
  )
}

/**
 * Writes down who keeps their place, before the learners of a move get their new version, and answers how many places
 * are kept. What an earlier move had decided for the same package no longer holds (VER-021).
 */
export const saveCarryOvers = async (
  tx: Tx,
  move: Move,
  kept: readonly FormerPackage[],
  by: { decided_by: number; decided_at: Date },
): Promise<number> => {
  await sql`
    delete from scorm_carry_overs v using (select e.id, n.item_id, r.to_id ${replacedModules(move)}) m
    where v.portal_id = ${move.portal_id} and v.enrollment_id = m.id and v.module_id = m.item_id
      and v.package_id = m.to_id`.execute(tx)
  if (kept.length === 0) return 0
  const modules = kept.map(({ module_id }) => module_id)
  const packages = kept.map(({ package_id }) => package_id)
  const { rows } = await sql<{ kept: number }>`
    with e as (
      insert into scorm_carry_overs
        (portal_id, enrollment_id, module_id, package_id, from_package_id, decided_by, decided_at)
      select e.portal_id, e.id, n.item_id, r.to_id, r.from_id, ${by.decided_by}, ${by.decided_at}
      ${replacedModules(move)}
        and (n.item_id, r.from_id) in (select * from unnest(${modules}::bigint[], ${packages}::bigint[]))
      returning portal_id, enrollment_id, module_id, from_package_id
    )
    select count(*)::int as kept from e
    where ${hasPlace(sql`e.enrollment_id`, sql`e.module_id`, sql`e.from_package_id`)}`.execute(tx)
  return rows[0]?.kept ?? 0
}

type Place = { enrollment_id: number; module_id: number; package_id: number }
type Former = { attempt_id: number; decided_by: number; last_launch: number; current_item: string | null }

// A learner who was moved twice before starting continues what they had at the first of the three packages.
const FORMER = statement<Former & { outline: StoredOutline }>(`
  with recursive chain (package_id, decided_by, depth) as (
    select from_package_id, decided_by, 1 from scorm_carry_overs
    where portal_id = $1 and enrollment_id = $2 and module_id = $3 and package_id = $4
    union all
    select v.from_package_id, c.decided_by, c.depth + 1
    from chain c
    join scorm_carry_overs v on v.portal_id = $1 and v.enrollment_id = $2 and v.module_id = $3
      and v.package_id = c.package_id
    where c.depth < 100
  )
  select a.id as attempt_id, c.decided_by, a.last_launch, a.current_item, p.outline
  from chain c
  join scorm_attempts a on a.portal_id = $1 and a.enrollment_id = $2 and a.module_id = $3 and a.package_id = c.package_id
  join scorm_packages p on p.portal_id = a.portal_id and p.id = a.package_id
  where p.outline is not null
  order by c.depth limit 1`)

/** The attempt that the first start of a package continues, with the outline of its own package; null when none. */
export const loadFormer = async (tx: Tx, portalId: number, { enrollment_id, module_id, package_id }: Place) =>
  (await ask(tx, FORMER, [portalId, enrollment_id, module_id, package_id]))[0] ?? null

const WHOLE = statement<StoredSco>(`
  select s.sco, s.status, s.result, s.total_time, s.is_open, s.cmi, s.suspend_data
  from scorm_sco_states s where s.portal_id = $1 and s.attempt_id = $2`)

/** All items of an attempt with all their data. */
export const loadWholeScos = async (tx: Tx, portalId: number, attemptId: number): Promise<AttemptState['scos']> => {
  const rows = await ask(tx, WHOLE, [portalId, attemptId])
  return Object.fromEntries(rows.map((row) => [row.sco, scoOf(row)]))
}

/** Makes the attempt that continues a former one; the caller holds the lock of the enrollment. */
export const insertCarried = async (
  tx: Tx,
  values: Place & { portal_id: number; progress_id: number | null; carried_from: number; now: Date },
): Promise<number> => {
  const { now, ...attempt } = values
  const { id } = await tx
    .insertInto('scorm_attempts')
    .values({ ...attempt, started_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the starts of a former attempt: a window that is still open is superseded. Its data stays as it is. */
export const endStarts = async (tx: Tx, portalId: number, attemptId: number): Promise<void> => {
  await tx
    .updateTable('scorm_attempts')
    .set((eb) => ({ launch: eb('last_launch', '+', 1), last_launch: eb('last_launch', '+', 1), seq: 0 }))
    .where('portal_id', '=', portalId)
    .where('id', '=', attemptId)
    .execute()
}
