import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { isTimeZone } from '#kernel/format/day.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { ScheduleBody } from '../../contract.ts'

type Body = z.output<typeof ScheduleBody>

/** Possible leaders of a session: the people of the portal. */
const isOfPortal = async (tx: Tx, portalId: number, userId: number) =>
  (await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst()) !== undefined

const check = async (tx: Tx, portalId: number, body: Partial<Body>) => {
  const course = body.course_id
    ? await tx
        .selectFrom('courses')
        .select('id')
        .where('portal_id', '=', portalId)
        .where('id', '=', body.course_id)
        .executeTakeFirst()
    : true
  const option = [errorText('not_in_options')]
  const errors = {
    ...(!course && { course_id: option }),
    ...(body.time_zone !== undefined && !isTimeZone(body.time_zone) && { time_zone: option }),
    ...(body.instructor_id && !(await isOfPortal(tx, portalId, body.instructor_id)) && { instructor_id: option }),
    ...(body.starts_at && body.ends_at && body.ends_at <= body.starts_at && { ends_at: [errorText('invalid')] }),
  }
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}

/** Adds an instructor-led date of a course; it ends after it starts, in a time zone that exists. */
export const createSchedule = async (tx: Tx, ctx: SignedIn, body: Body): Promise<{ id: number }> => {
  await check(tx, ctx.portal.id, body)
  const row = await tx
    .insertInto('schedules')
    .values({ ...body, portal_id: ctx.portal.id, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropPages(tx, `schedules:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'schedule.create', subject_type: 'schedule', subject_id: row.id })
  return row
}

/** Changes what is given of a date; `not_found` for one of another portal. */
export const updateSchedule = async (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<void> => {
  const before = await tx
    .selectFrom('schedules')
    .select(['starts_at', 'ends_at'])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw fail('not_found')
  await check(tx, ctx.portal.id, { ...before, ...body })
  await tx
    .updateTable('schedules')
    .set({ ...body, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await dropPages(tx, `schedules:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'schedule.update', subject_type: 'schedule', subject_id: id })
}
