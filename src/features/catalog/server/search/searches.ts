import { sql } from 'kysely'
import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { z } from '#kernel/schema.ts'
import { afterCommit, dbOf, type Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { exportSearches } from '../../contract.ts'
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

type Days = { date_from?: string; date_to?: string }

// Searches belong to nobody: a person who sees only their own records sees none.
const searched = (tx: Tx, { portal_id: portalId, scope, query, time_zone: zone }: ExportRequest) => {
  const { from, before } = spanOfDays(query as Days, zone)
  let rows = tx.selectFrom('searches').where('portal_id', '=', portalId)
  if (scope === 'own') rows = rows.where(sql<boolean>`false`)
  if (from) rows = rows.where('created_at', '>=', from)
  if (before) rows = rows.where('created_at', '<', before)
  return rows
}

type Row = { id: number; text: string; results: number; created_at: Date }

/** The searches of the course list (API-016, REP-003). */
export const searchesExport = csvExport<Row>({
  name: 'searches',
  title: 'Searches',
  text: 'What people looked for in the course list, and how much they found.',
  endpoint: exportSearches,
  file: 'searches',
  is_for_all: true,
  count: async (tx, request) => {
    const { count } = await searched(tx, request)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
  columns: () => [
    { title: 'Search', value: (row) => row.text },
    { title: 'Results', value: (row) => row.results },
    { title: 'Date', value: (row) => row.created_at },
  ],
  page: (tx, request, at) =>
    keysetPage(searched(tx, request).select(['id', 'text', 'results', 'created_at']), {
      ...at,
      sort: 'id',
      keys: [],
      direction: 'desc',
    }),
})

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
