import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { type AnyMail, sendMail } from '#platform/mail/mail.ts'
import { NOTIFICATION_CREATED } from '../contract.ts'
import {
  COURSE_MAIL_KINDS,
  type CourseMailKind,
  type NotificationData,
  type NotificationKind,
  wordsOf,
} from '../rules/words.ts'
import { insertNotification, isMailOn } from './store.ts'

type NotificationContent = { [K in NotificationKind]: { kind: K; data: NotificationData[K] } }[NotificationKind]

export type Telling = NotificationContent & {
  user_id: number
  /** The same key notifies a person once in a portal, and mails once. */
  key?: string
  /** The mail that goes with it, to nobody where the person has no e-mail; one of a course goes only while that course sends this kind (RTM-013). */
  mail?: AnyMail & { to: string | null; key?: string; course_id: number | null }
}

const isSwitchable = (kind: NotificationKind): kind is CourseMailKind =>
  (COURSE_MAIL_KINDS as readonly string[]).includes(kind)

/**
 * Notifies a person: a row in the bell, a live event to the open pages and, if one is given, a mail, all in the
 * transaction of the change (RTM-009, RTM-012). Returns the notification's id, null when this key was used before.
 */
export const notify = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  { user_id, key = null, mail, ...content }: Omit<Telling, 'key'> & { key?: string | null },
): Promise<number | null> => {
  const { id: portalId } = ctx.portal
  const { kind } = content
  const words = wordsOf(kind, content.data as never)
  const row = await insertNotification(tx, {
    portal_id: portalId,
    user_id,
    kind,
    ...words,
    message_key: key,
    created_at: ctx.now,
  })
  if (!row) return null
  await publish(tx, {
    channel: `notifications.${user_id}`,
    event: NOTIFICATION_CREATED,
    data: { ...row, created_at: row.created_at.toISOString() },
  })
  if (mail) {
    const { course_id: courseId, ...letter } = mail
    const isWanted = courseId === null || !isSwitchable(kind) || (await isMailOn(tx, portalId, courseId, kind))
    if (isWanted) await sendMail(tx, { ...(letter as AnyMail & { to: string | null }), portal_id: portalId })
  }
  return row.id
}
