import { reachAndLockCourse, reachCourse } from '#features/courses/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { countUnread, loadCourseMails, markAllRead, markRead, ownNotifications, saveCourseMails } from './store.ts'

/** The calls of the bell, and the switches of a course's mails. */
export const routes = (): Route[] => [
  route(contract.listNotifications, async ({ tx, ctx, query }) => {
    const { is_read: isRead, ...paging } = query
    let rows = ownNotifications(tx, ctx.portal.id, ctx.viewer.user_id)
    if (isRead !== undefined) rows = rows.where('read_at', isRead ? 'is not' : 'is', null)
    const [{ data, meta }, unread_count] = await Promise.all([
      keysetPage(rows, { ...paging, sort: '-id', keys: [], direction: 'desc' }),
      countUnread(tx, ctx.portal.id, ctx.viewer.user_id),
    ])
    return { data, meta: { ...meta, unread_count } }
  }),
  route(contract.readNotification, async ({ tx, ctx, params }) => {
    const at = { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, id: params.id }
    const row = await markRead(tx, at, ctx.now)
    if (!row) throw fail('not_found')
    return { data: row }
  }),
  route(contract.readAllNotifications, async ({ tx, ctx }) => {
    await markAllRead(tx, { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id }, ctx.now)
    return { data: { unread_count: 0 } }
  }),
  route(contract.showCourseMails, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    return { data: await loadCourseMails(tx, ctx.portal.id, course.id) }
  }),
  route(contract.updateCourseMails, async ({ tx, ctx, params, body }) => {
    const course = await reachAndLockCourse(tx, ctx, { slug: params.slug })
    await saveCourseMails(tx, { portal_id: ctx.portal.id, course_id: course.id }, body.kinds)
    await logActivity(tx, ctx, {
      action: 'course.mails',
      subject_type: 'course',
      subject_id: course.id,
      changes: Object.fromEntries(body.kinds.map(({ kind, is_mail_on }) => [kind, is_mail_on])),
    })
    return { data: await loadCourseMails(tx, ctx.portal.id, course.id) }
  }),
]
