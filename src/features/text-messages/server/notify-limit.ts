import { operators } from '#features/health/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { textNotice } from '#kernel/access/text-limit.ts'
import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue, type JobContext, job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { type LockedTextDay, lockTextDay, saveTextDay } from '#platform/text-messages/day.ts'

type At = Pick<Context, 'portal' | 'now'>
type Needs = Pick<Services, 'loadPortalAdmins'>

/** Mails to super admins, who belong to no portal: a job may read them where a call of a portal may not. */
export const textLimitMail = job({
  name: 'text-message.limit',
  data: z.object({
    portal_id: z.int(),
    day: z.string(),
    percent: z.union([z.literal(80), z.literal(100)]),
    sent: z.int(),
    limit: z.int(),
  }),
  seconds: 60,
})
type News = z.infer<typeof textLimitMail.data>

/** Where the portal's account for text messages is, and where a super admin sets its limit. */
const INTEGRATIONS = '/admin/portal/settings?part=integrations'
const SETTINGS = '/admin/portal/settings'

const keyOf = ({ percent, day }: News) => `text-limit:${percent}:${day}`

const notifyAdmins = async (needs: Needs, tx: Tx, { portal, now }: At, news: News): Promise<void> => {
  const { percent, sent, limit } = news
  for (const { id, email, first_name } of await needs.loadPortalAdmins(tx, portal.id))
    await notify(
      tx,
      { portal, now },
      {
        user_id: id,
        key: keyOf(news),
        kind: 'text_limit',
        data: { percent, sent, limit, link: INTEGRATIONS },
        mail: {
          to: email,
          course_id: null,
          template: 'text-limit',
          data: { first_name, percent, sent, limit, can_raise: false, link: `${portal.origin}${INTEGRATIONS}` },
        },
      },
    )
}

/**
 * Saves how many texts a portal has sent on the day that is locked. When that reaches 80 or 100 percent of the limit for the first
 * time on this day, its admins are notified in the bell and by mail, and a job mails super admins (TXT-025, TXT-027).
 */
export const saveSent = async (needs: Needs, tx: Tx, at: At, day: LockedTextDay, sent: number): Promise<void> => {
  const percent = textNotice(sent, day.limit)
  await saveTextDay(tx, at.portal.id, { sent, notified: Math.max(day.notified, percent) })
  if (percent === 0 || percent <= day.notified) return
  const news: News = { portal_id: at.portal.id, day: day.day, percent, sent, limit: day.limit }
  await notifyAdmins(needs, tx, at, news)
  await enqueue(tx, textLimitMail, news)
}

/** Notifies people where 80 or 100 percent of the changed limit of a portal are used (TXT-028). */
export const textLimitChanged = async (needs: Needs, tx: Tx, at: At): Promise<void> => {
  const day = await lockTextDay(tx, at.portal.id, at.now)
  await saveSent(needs, tx, at, day, day.sent)
}

/** Mails super admins that a portal has reached 80 or 100 percent of its limit, each once, however often the job runs. */
export const mailSuperAdmins = async (
  { config, portalById, loadPortalAdmins }: Pick<Services, 'config' | 'portalById'> & Needs,
  news: News,
  { db }: Pick<JobContext, 'db'>,
): Promise<void> => {
  const { portal_id, percent, sent, limit } = news
  const portal = await portalById(portal_id)
  if (!portal) return
  const people = await operators(db, config.CORE_PORTAL_ID)
  await db.withPortal(portal_id, async (tx) => {
    const admins = new Set((await loadPortalAdmins(tx, portal_id)).map(({ id }) => id))
    for (const { id, email, first_name } of people)
      if (!admins.has(id))
        await sendMail(tx, {
          portal_id,
          to: email,
          key: `${keyOf(news)}:${id}`,
          template: 'text-limit',
          data: { first_name, percent, sent, limit, can_raise: true, link: `${portal.origin}${SETTINGS}` },
        })
  })
}
