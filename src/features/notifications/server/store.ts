import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { COURSE_MAIL_KINDS, type CourseMailKind, type NotificationKind } from '../rules/words.ts'

const COLUMNS = ['id', 'kind', 'title', 'text', 'link', 'read_at', 'created_at'] as const

/** The notifications of one person in one portal. */
export const ownNotifications = (tx: Tx, portalId: number, userId: number) =>
  tx
    .selectFrom('notifications')
    .select(COLUMNS)
    .$narrowType<{ kind: NotificationKind }>()
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)

export type NotificationRow = Awaited<ReturnType<ReturnType<typeof ownNotifications>['executeTakeFirstOrThrow']>>

export type NewNotification = {
  portal_id: number
  user_id: number
  kind: NotificationKind
  title: string
  text: string
  link: string
  message_key: string | null
  created_at: Date
}

/** Adds a notification; null when the person already has one with this key. */
export const insertNotification = async (tx: Tx, values: NewNotification): Promise<NotificationRow | null> =>
  (await tx
    .insertInto('notifications')
    .values(values)
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id', 'message_key']).doNothing())
    .returning(COLUMNS)
    .$narrowType<{ kind: NotificationKind }>()
    .executeTakeFirst()) ?? null

export const countUnread = async (tx: Tx, portalId: number, userId: number): Promise<number> => {
  const row = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Marks an own notification as read; the first time counts. Null for a foreign or missing one. */
export const markRead = async (tx: Tx, at: { portal_id: number; user_id: number; id: number }, now: Date) =>
  (await tx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, ${now})` })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('id', '=', at.id)
    .returning(COLUMNS)
    .$narrowType<{ kind: NotificationKind }>()
    .executeTakeFirst()) ?? null

export const markAllRead = (tx: Tx, at: { portal_id: number; user_id: number }, now: Date) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('read_at', 'is', null)
    .execute()

/** Every kind of mail of a course with whether it is sent; what nobody has switched is (RTM-013). */
export const loadCourseMails = async (tx: Tx, portalId: number, courseId: number) => {
  const rows = await tx
    .selectFrom('course_mail_switches')
    .select(['kind', 'is_mail_on'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .execute()
  const known = new Map(rows.map((row) => [row.kind, row.is_mail_on]))
  return COURSE_MAIL_KINDS.map((kind) => ({ kind, is_mail_on: known.get(kind) ?? true }))
}

export const saveCourseMails = async (
  tx: Tx,
  at: { portal_id: number; course_id: number },
  kinds: readonly { kind: CourseMailKind; is_mail_on: boolean }[],
): Promise<void> => {
  if (kinds.length === 0) return
  const rows = new Map(kinds.map((row) => [row.kind, { ...at, ...row }]))
  await tx
    .insertInto('course_mail_switches')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'course_id', 'kind'])
        .doUpdateSet({ is_mail_on: (eb) => eb.ref('excluded.is_mail_on') }),
    )
    .execute()
}

/** Whether a course sends its mails of this kind (RTM-013). */
export const isMailOn = async (tx: Tx, portalId: number, courseId: number, kind: CourseMailKind): Promise<boolean> => {
  const row = await tx
    .selectFrom('course_mail_switches')
    .select('is_mail_on')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.is_mail_on ?? true
}
