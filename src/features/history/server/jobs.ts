import { addMonthsToDay, dayOf, startOfDay } from '#kernel/format/day.ts'
import { z } from '#kernel/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { KEPT_YEARS } from './preview.ts'
import { deleteOldChanges } from './store.ts'

const forgetChangesJob = job({ name: 'history.forget', data: z.object({}) })

/** As many as one transaction deletes. */
const AT_ONCE = 10_000

/** Two days more than the years that are shown: days of some portals begin a day before those of others. */
const SPARE_DAYS_MS = 2 * 86_400_000

/** Deletes what is older than the history goes back (HIS-004). */
export const forgetOldChanges = async (db: Db, now: Date, signal?: AbortSignal): Promise<number> => {
  const first = addMonthsToDay(dayOf(now, 'UTC'), -12 * KEPT_YEARS)
  const before = new Date(startOfDay(first, 'UTC').getTime() - SPARE_DAYS_MS)
  for (let deleted = 0; ; ) {
    signal?.throwIfAborted()
    const count = await db.withPlatform((tx) => deleteOldChanges(tx, before, AT_ONCE))
    deleted += count
    if (count < AT_ONCE) return deleted
  }
}

/** Every night. */
export const jobs = (): JobHandler[] => [
  handle(
    forgetChangesJob,
    async (_data, { db, now, signal }) => {
      await forgetOldChanges(db, now, signal)
    },
    { cron: '41 3 * * *' },
  ),
]
