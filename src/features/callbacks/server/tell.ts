import { notify } from '#features/notifications/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

type News = {
  id: number
  name: string
  url: string
  since: Date
  news: 'failing' | 'recovered' | 'given_up'
  now: Date
}

/** Tells the admins of a portal how the address of a callback answers, by mail and bell, once for each time (INT-025). */
export const tellNews = async (
  tx: Tx,
  services: Pick<Services, 'portalById' | 'loadPortalAdmins'>,
  portalId: number,
  { id, name, url, since, news, now }: News,
): Promise<void> => {
  const portal = await services.portalById(portalId)
  if (!portal) return
  // Admins are notified of the first message of a day that is given up.
  const time = news === 'given_up' ? now.toISOString().slice(0, 10) : since.getTime()
  const path = `/admin/callbacks/${id}`
  for (const admin of await services.loadPortalAdmins(tx, portalId))
    await notify(
      tx,
      { portal, now },
      {
        user_id: admin.id,
        key: `callback:${id}:${news}:${time}`,
        kind: 'callback',
        data: { name, news, link: path },
        mail: {
          to: admin.email,
          course_id: null,
          template: 'callback',
          data: { first_name: admin.first_name, name, url, since, news, link: `${portal.origin}${path}` },
        },
      },
    )
}
