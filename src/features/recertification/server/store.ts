import { sql } from 'kysely'
import type { Renewal } from '#features/compliance/server/api.ts'
import { addDays, type Day } from '#kernel/format/day.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Place, placeAmong } from '../rules/seats.ts'
import type { Step } from '../rules/steps.ts'

/** One end of a chain: what one person has to renew for one requirement. */
export type End = Pick<Renewal, 'user_id' | 'requirement_id'> & { until: Day }

const keyOf = ({ user_id, requirement_id, until }: End) => `${user_id} ${requirement_id} ${until}`

/** The steps that were taken for ends of these people. */
export const loadSteps = async (tx: Tx, portalId: number, userIds: readonly number[]) => {
  const { rows } = await sql<{ user_id: number; requirement_id: number; until: Day; step: Step }>`
    select user_id, requirement_id, until_day::text as until, step from recertification_steps
    where portal_id = ${portalId} and user_id = any(${[...userIds]}::bigint[])`.execute(tx)
  const taken = Map.groupBy(rows, keyOf)
  return (end: End): ReadonlySet<Step> => new Set((taken.get(keyOf(end)) ?? []).map(({ step }) => step))
}

/**
 * Takes a step of the same requirement for several ends and answers the people for whom it was not taken before. Where
 * another worker has just taken it, this waits for its transaction.
 */
export const takeSteps = async (
  tx: Tx,
  portalId: number,
  steps: readonly (End & { step: Step })[],
  now: Date,
): Promise<Set<number>> => {
  if (steps.length === 0) return new Set()
  const taken = await tx
    .insertInto('recertification_steps')
    .values(
      // In one order, so that two workers wait for each other one way only.
      steps
        .toSorted((a, b) => a.user_id - b.user_id)
        .map(({ user_id, requirement_id, until, step }) => ({
          ...{ portal_id: portalId, user_id, requirement_id, step },
          ...{ until_day: until, created_at: now },
        })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return new Set(taken.map(({ user_id }) => user_id))
}

/**
 * The enrollment that renews somebody: one of these courses that runs, else one in the next course that was failed. Courses
 * come with the next one first.
 */
export const runningOf = (
  running: ReadonlyMap<string, Running>,
  userId: number,
  courses: readonly { id: number }[],
): Running | undefined => {
  const own = courses.map(({ id }) => running.get(`${userId} ${id}`))
  const place = placeAmong(own.map(placeOf))
  return place === 'running' ? own.find((each) => placeOf(each) === place) : own[0]
}

/** Where somebody is in the course of a chain. */
export const placeOf = (running: Running | undefined): Place =>
  running === undefined ? 'none' : running.is_failed ? 'failed' : 'running'

export type Running = { id: number; user_id: number; course_id: number; is_failed: boolean }

/** The enrollments of people in courses that are not over; each person has at most one in a course (USR-022). */
export const loadRunning = async (
  tx: Tx,
  portalId: number,
  { user_ids, course_ids, now }: { user_ids: readonly number[]; course_ids: readonly number[]; now: Date },
): Promise<Map<string, Running>> => {
  const { rows } = await sql<Running>`
    select id, user_id, course_id, status = ${sql.lit(PROGRESS.failed)} as is_failed from enrollments
    where portal_id = ${portalId} and role = 'learner' and access <> 'expired' and ended_at is null
      and completed_at is null and expires_at > ${now}
      and user_id = any(${[...user_ids]}::bigint[]) and course_id = any(${[...course_ids]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [`${row.user_id} ${row.course_id}`, row]))
}

/** Somebody without an e-mail is notified in the program alone (BDG-024). */
export type Recipient = { id: number; email: string | null; first_name: string | null; name: string }

const peopleOf = (tx: Tx, portalId: number, ids: readonly number[]) =>
  tx
    .selectFrom('people')
    .select([
      'people.id',
      'people.email',
      'people.first_name',
      'people.middle_name',
      'people.last_name',
      'people.username',
    ])
    .where('people.portal_id', '=', portalId)
    .where('people.id', 'in', [...ids])
    .where('people.left_at', 'is', null)
    .where('people.is_blocked_here', '=', false)

type Row = Awaited<ReturnType<ReturnType<typeof peopleOf>['execute']>>[number]
const recipientOf = (row: Row): Recipient[] =>
  row.id === null ? [] : [{ id: row.id, email: row.email, first_name: row.first_name, name: displayName(row) }]

/** People of the portal who may sign in, by their ids. */
export const loadPeople = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<Map<number, Recipient>> => {
  if (ids.length === 0) return new Map()
  const rows = await peopleOf(tx, portalId, ids).execute()
  return new Map(rows.flatMap(recipientOf).map((person) => [person.id, person]))
}

/** The manager whose team this is, while they are one. */
export const loadManager = async (tx: Tx, portalId: number, id: number | null): Promise<Recipient | null> => {
  if (id === null) return null
  const row = await peopleOf(tx, portalId, [id])
    .innerJoin('portal_user_roles as r', (join) =>
      join.onRef('r.portal_id', '=', 'people.portal_id').onRef('r.user_id', '=', 'people.id'),
    )
    .where('r.role', '=', 'manager')
    .executeTakeFirst()
  return row ? (recipientOf(row)[0] ?? null) : null
}

/** Portals in which something is required of people. */
export const portalsToRun = async (tx: Tx): Promise<{ id: number; done_day: Day | null }[]> => {
  const { rows } = await sql<{ id: number; done_day: Day | null }>`
    select p.id, r.done_day::text from portals p left join recertification_runs r on r.portal_id = p.id
    where exists (select from training_requirements t where t.portal_id = p.id) order by p.id`.execute(tx)
  return rows
}

/** Lets a portal be late from its first run on, also where none comes to its end. */
export const markBegun = async (tx: Tx, portalId: number, today: Day, now: Date): Promise<void> => {
  await tx
    .insertInto('recertification_runs')
    .values({ portal_id: portalId, done_day: addDays(today, -1), done_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Writes down that everything was done for a day. After a clock that was ahead, an earlier day counts again. */
export const markDone = async (tx: Tx, portalId: number, day: Day, now: Date): Promise<void> => {
  await sql`
    insert into recertification_runs (portal_id, done_day, done_at) values (${portalId}, ${day}::date, ${now})
    on conflict (portal_id) do update set done_day = excluded.done_day, done_at = excluded.done_at`.execute(tx)
}
