import { sql } from 'kysely'
import type { Day } from '#kernel/format/day.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { Clock } from '../rules/clock.ts'
import { sumOf } from '../rules/counted.ts'
import type { SeatDay } from '../rules/effects.ts'
import { isReadItem, type SeatItemType, TEST_ITEM_TYPES } from '../rules/model.ts'

export type Person = { portal_id: number; user_id: number }

const CLOCK = statement<Clock>(`
  select visit::text as visit, enrollment_id, item_type, item_id, at from seat_clocks
  where portal_id = $1 and user_id = $2 for update`)

/**
 * The clock of a person, locked until the transaction ends, so that of two reports at once the second counts from the first.
 * Where there is none yet, neither of the two counts anything.
 */
export const lockClock = async (tx: Tx, { portal_id, user_id }: Person): Promise<Clock | null> => {
  const [clock] = await ask(tx, CLOCK, [portal_id, user_id])
  return clock ?? null
}

/** Starts or moves the clock of a person. */
export const setClock = async (tx: Tx, { portal_id, user_id }: Person, clock: Clock): Promise<void> => {
  await sql`
    insert into seat_clocks as c (portal_id, user_id, visit, enrollment_id, item_type, item_id, at)
    values (${portal_id}, ${user_id}, ${clock.visit}::uuid, ${clock.enrollment_id}, ${clock.item_type}, ${clock.item_id}, ${clock.at})
    on conflict (portal_id, user_id) do update set
      visit = excluded.visit, enrollment_id = excluded.enrollment_id, item_type = excluded.item_type, item_id = excluded.item_id, at = excluded.at`.execute(
    tx,
  )
}

/** Stops the clock of a person: the next report counts from itself. */
export const stopClock = async (tx: Tx, { portal_id, user_id }: Person): Promise<void> => {
  await sql`delete from seat_clocks where portal_id = ${portal_id} and user_id = ${user_id}`.execute(tx)
}

type NewTime = Person & {
  enrollment_id: number
  course_id: number
  item_type: SeatItemType
  item_id: number
  day: Day
  milliseconds: number
}

export const addTime = async (tx: Tx, time: NewTime): Promise<void> => {
  if (time.milliseconds === 0) return
  await sql`
    insert into seat_times as t (portal_id, enrollment_id, item_type, item_id, day, user_id, course_id, milliseconds)
    values (${time.portal_id}, ${time.enrollment_id}, ${time.item_type}, ${time.item_id}, ${time.day}::date, ${time.user_id},
      ${time.course_id}, ${time.milliseconds})
    on conflict (portal_id, enrollment_id, item_type, item_id, day) do update set
      milliseconds = t.milliseconds + excluded.milliseconds`.execute(tx)
}

type ItemTime = { enrollment_id: number; item_type: SeatItemType; item_id: number; milliseconds: number }

const OF_ENROLLMENTS = statement<ItemTime>(`
  select enrollment_id, item_type, item_id, sum(milliseconds)::float8 as milliseconds from seat_times
  where portal_id = $1 and enrollment_id = any($2::bigint[])
  group by enrollment_id, item_type, item_id`)

/** The time of an enrollment: by text, document, audio and video, whose ids are those of module items, and in tests and packages. */
export type EnrollmentTime = { counted: Map<number, number>; in_tests: number }
export const NO_TIME: EnrollmentTime = { counted: new Map(), in_tests: 0 }

/** The time that counted in enrollments. */
export const loadItemTimes = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, EnrollmentTime>> => {
  const rows = await ask(tx, OF_ENROLLMENTS, [portalId, [...enrollmentIds]])
  return new Map(
    [...Map.groupBy(rows, (row) => row.enrollment_id)].map(([id, times]) => {
      const { read = [], tests = [] } = Object.groupBy(times, ({ item_type: type }) =>
        isReadItem(type) ? 'read' : 'tests',
      )
      const counted = new Map(read.map(({ item_id, milliseconds }) => [item_id, milliseconds]))
      return [id, { counted, in_tests: sumOf(tests.map(({ milliseconds }) => milliseconds)) }]
    }),
  )
}

const TESTS = TEST_ITEM_TYPES.map((type) => `'${type}'`).join(', ')
const OF_DAYS = statement<SeatDay & { user_id: number }>(`
  select user_id, day::text as day, course_id, sum(milliseconds)::float8 as milliseconds,
    coalesce(sum(milliseconds) filter (where item_type in (${TESTS})), 0)::float8 as in_tests
  from seat_times
  where portal_id = $1 and user_id = any($2::bigint[]) and day between $3::date and $4::date
  group by user_id, day, course_id`)

/** The time of people on days, in all their courses. */
export const loadDays = async (
  tx: Tx,
  portalId: number,
  { user_ids, from, to }: { user_ids: readonly number[]; from: Day; to: Day },
): Promise<Map<number, SeatDay[]>> => {
  const rows = await ask(tx, OF_DAYS, [portalId, [...user_ids], from, to])
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

type EnrollmentDay = { enrollment_id: number; day: Day; milliseconds: number; in_tests: number }
const DAYS_OF_ENROLLMENTS = statement<EnrollmentDay>(`
  select enrollment_id, day::text as day, sum(milliseconds)::float8 as milliseconds,
    coalesce(sum(milliseconds) filter (where item_type in (${TESTS})), 0)::float8 as in_tests
  from seat_times
  where portal_id = $1 and enrollment_id = any($2::bigint[])
  group by enrollment_id, day
  order by enrollment_id, day`)

/** The time that counted in enrollments by day, and that of it in tests and packages. */
export const readSeatDays = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, EnrollmentDay[]>> =>
  Map.groupBy(await ask(tx, DAYS_OF_ENROLLMENTS, [portalId, [...enrollmentIds]]), (row) => row.enrollment_id)
