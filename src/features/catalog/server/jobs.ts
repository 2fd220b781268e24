import { sql } from 'kysely'
import { z } from '#kernel/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { searchJobs } from './searches.ts'

const foldFacets = job({ name: 'catalog.fold-facets', data: z.object({}) })

/**
 * Brings the bits by which facets are counted up to date, portal by portal. Counts are true without it as well; it only
 * keeps small what has to be read from the courses themselves.
 */
export const foldAll = async (db: Db): Promise<void> => {
  const { rows } = await db.withPlatform((tx) =>
    sql<{ portal_id: number }>`
      select distinct portal_id from course_facet_changes
      union select distinct portal_id from course_search where position is null`.execute(tx),
  )
  for (const { portal_id: portalId } of rows)
    await db.withPlatform((tx) => sql`select fold_course_facets(${portalId})`.execute(tx))
}

/** The jobs that keep the counts of the filters and forget old searches. */
export const jobs = (): JobHandler[] => [
  handle(foldFacets, (_data, { db }) => foldAll(db), { cron: '* * * * *' }),
  ...searchJobs,
]
