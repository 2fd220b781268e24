import { sql } from 'kysely'
import { displayPerson } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { isTimeZone } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { foldedTextHolds, textHolds } from '#platform/db/search-text.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent, changeContent } from '#platform/http/content/records.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import type { Route } from '#platform/http/route.ts'
import { schedules } from '../contract-lists.ts'
import type { Period } from '../rules/periods.ts'

type Body = Input<typeof schedules.create>['body']
type Instructor = Parameters<typeof displayPerson>[0] & { avatar_changed_at: string | Date | null }

/** Possible leaders of a session: the people of the portal. */
const isOfPortal = async (tx: Tx, portalId: number, userId: number) =>
  (await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** A date ends after it starts, in a time zone that exists, and somebody of the portal leads it. */
const checkDate = async (tx: Tx, ctx: SignedIn, body: Partial<Body>, before: Record<string, unknown> | null) => {
  const now = { ...before, ...body } as Body
  const leader = body.instructor_id
  const errors = {
    ...(!isTimeZone(now.time_zone) && { time_zone: [errorText('not_in_options')] }),
    ...(now.ends_at <= now.starts_at && { ends_at: ['A date ends after it starts.'] }),
    ...(leader && !(await isOfPortal(tx, ctx.portal.id, leader)) && { instructor_id: [errorText('not_in_options')] }),
  }
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}

const courseTitle = sql`(
  select c.title from courses c where c.portal_id = schedules.portal_id and c.id = schedules.course_id)`

const instructor = sql`(
  select to_jsonb(u) from (
    select id, first_name, middle_name, last_name, username, email, avatar, avatar_changed_at from people
    where portal_id = schedules.portal_id and id = schedules.instructor_id) u)`

const shown = (person: Instructor | null) =>
  person &&
  displayPerson({
    ...person,
    avatar_changed_at: person.avatar_changed_at === null ? null : new Date(person.avatar_changed_at),
  })

/** Instructor-led dates of courses (CNT-014). */
export const scheduleKind: ContentKind<Body> = {
  subject: 'schedule',
  table: 'schedules',
  columns: ['id', 'course_id', 'starts_at', 'ends_at', 'time_zone', 'place', 'instructor_id', 'seats', 'updated_at'],
  computed: { course_title: courseTitle, instructor },
  search: (words) => sql<boolean>`(${textHolds('place', words)} or exists (
    select 1 from courses c where c.portal_id = schedules.portal_id and c.id = schedules.course_id
      and ${foldedTextHolds('c.folded_title', words)}))`,
  sorts: {
    starts_at: { name: 'starts_at', type: 'timestamptz' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  filters: {
    period: (period: Period) => (period === 'past' ? sql<boolean>`ends_at <= now()` : sql<boolean>`ends_at > now()`),
  },
  slug_from: null,
  refers: { course_id: { table: 'courses' } },
  check: checkDate,
  keep: (body, { now }) => ({ ...body, updated_at: now }),
  present: (row) => ({ ...row, instructor: shown(row['instructor'] as Instructor | null) }),
  tags: ['schedules'],
}

/** Adds an instructor-led date of a course. */
export const createSchedule = (tx: Tx, ctx: SignedIn, body: Body): Promise<{ id: number }> =>
  addContent(tx, ctx, scheduleKind, {}, body)

/** Changes what is given of a date; `not_found` for one of another portal. */
export const updateSchedule = (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<void> =>
  changeContent(tx, ctx, scheduleKind, {}, id, body)

/** The calls by which staff keep the dates (CNT-035, ROL-042). */
export const scheduleCalls: Route[] = contentRoutes(schedules, scheduleKind)
