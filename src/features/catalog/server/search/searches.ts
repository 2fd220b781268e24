import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import { afterCommit, dbOf, type Tx } from '#platform/db/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { isPerson } from '../../rules/person.ts'
import { countMatches } from './filter-values.ts'
import type { Filters } from './filters.ts'

const DAY_MS = 86_400_000
/** Searches are kept for a year (REP-011). */
const KEPT_MS = 365 * DAY_MS

type Searched = Filters & { search: string }

/**
 * Writes down what a person looked for, without saying who it was (REP-004). It happens after the answer's own
 * transaction, which only reads; a search that cannot be written down is lost, and nobody waits for it.
 */
export const recordSearch = (
  tx: Tx,
  { portal, now, request }: Context,
  { search: text, ...filters }: Searched,
): void => {
  if (!isPerson(request.user_agent)) return
  const db = dbOf(tx)
  const write = async (own: Tx) => {
    const results = await countMatches(own, portal.id, { search: text, ...filters })
    await own.insertInto('searches').values({ portal_id: portal.id, text, results, created_at: now }).execute()
  }
  afterCommit(tx, () => void db.withPortal(portal.id, write).catch(() => {}))
}

const forgetSearches = job({ name: 'catalog.forget-searches', data: z.object({}) })

/** Removes searches when their time is over (REP-011). */
export const searchJobs: JobHandler[] = [
  handle(
    forgetSearches,
    async (_data, { db, now }) => {
      const before = new Date(now.getTime() - KEPT_MS)
      await db.withPlatform((tx) => tx.deleteFrom('searches').where('created_at', '<', before).execute())
    },
    { cron: '41 3 * * *' },
  ),
]
