import { sql } from 'kysely'
import { spanOfDays } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { exportSearches } from '../../contract.ts'
import type { Report, ReportRequest } from '../report.ts'

const NOTHING = sql<boolean>`results = 0`

// Nobody's searches are anybody's own: anyone who sees the own records alone sees none.
const searched = (tx: Tx, request: ReportRequest) => {
  const { from, before } = spanOfDays(request.query, request.time_zone)
  let rows = tx.selectFrom('searches').where('portal_id', '=', request.portal_id)
  if (request.scope === 'own') rows = rows.where(sql<boolean>`false`)
  if (from) rows = rows.where('created_at', '>=', from)
  if (before) rows = rows.where('created_at', '<', before)
  return rows
}

type Row = { id: number; text: string; results: number; created_at: Date }

/** The searches of the course list (API-016, REP-003). */
export const searchesReport: Report<Row> = {
  name: 'searches',
  title: 'Searches',
  text: 'What people looked for in the course list, and how much they found.',
  date: 'Searched',
  filters: [],
  is_for_all: true,
  figures: [
    { key: 'total', label: 'Searches', state: null },
    { key: 'no_results', label: 'Nothing found', state: 'no_results', when: () => NOTHING },
  ],
  series: ['total', 'no_results'],
  columns: () => [
    { title: 'Search', value: (row) => row.text },
    { title: 'Results', value: (row) => row.results, as: 'number' },
    { title: 'Date', value: (row) => row.created_at, as: 'moment' },
  ],
  rows: searched,
  select: (rows: ReturnType<typeof searched>) => rows.select(['id', 'text', 'results', 'created_at']),
  id: 'id',
  moment: 'created_at',
  direction: 'desc',
  endpoint: exportSearches,
  file: 'searches',
}
