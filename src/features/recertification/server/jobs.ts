import { clockIn, dayOf } from '#kernel/format/day.ts'
import { z } from '#kernel/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { each } from '#platform/jobs/each.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import type { RunServices } from './at.ts'
import { runPortal } from './run.ts'
import { portalsToRun } from './store.ts'

/** Nobody gets a reminder at night: the day of a portal is worked on from this hour of its clocks on. */
const FIRST_HOUR = '06'

const daily = job({ name: 'recertification.daily', data: z.object({}), seconds: 3_000 })

/** Works on the day of a portal at once, after somebody has switched automatic enrollment on. */
export const runNow = job({ name: 'recertification.portal', data: z.object({ portal_id: z.int() }), seconds: 3_000 })

/** Works on the day of every portal whose morning has come and whose day has not been done (CMP-033). */
export const runDay = async (db: Db, services: RunServices, now: Date): Promise<void> =>
  each(await db.withPlatform(portalsToRun, 'read only'), async ({ id, done_day }) => {
    const portal = await services.portalById(id)
    if (!portal) return
    const zone = portal.setting.time_zone
    if (done_day === dayOf(now, zone) || clockIn(now, zone).slice(11, 13) < FIRST_HOUR) return
    await runPortal(db, services, portal, now)
  })

export const jobs = (services: Services): JobHandler[] => [
  handle(daily, (_, { db, now }) => runDay(db, services, now), { cron: '25 * * * *' }),
  handle(runNow, async ({ portal_id }, { db, now }) => {
    const portal = await services.portalById(portal_id)
    if (portal) await runPortal(db, services, portal, now)
  }),
]
