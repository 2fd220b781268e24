import { notify } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

type At = Pick<Context, 'portal' | 'now'>
type News = { percent: number; sent: number; limit: number }

/** Notifies the admins of a portal how much of its daily limit of text messages is used, once a day for each share (TXT-025). */
export const notifyLimit = async (
  { loadPortalAdmins }: Pick<Services, 'loadPortalAdmins'>,
  tx: Tx,
  { portal, now }: At,
  news: News,
): Promise<void> => {
  const day = dayOf(now, portal.setting.time_zone)
  for (const { id } of await loadPortalAdmins(tx, portal.id))
    await notify(
      tx,
      { portal, now },
      { user_id: id, key: `text-limit:${news.percent}:${day}`, kind: 'text_limit', data: { ...news, link: LINK } },
    )
}

/** Where the portal's account for text messages is. */
const LINK = '/admin/portal/settings?part=integrations'
