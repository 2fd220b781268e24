import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { exportHistory } from '../contract.ts'
import type { Kind } from '../rules/fields.ts'
import { inWords } from './present.ts'
import { SEEN_WITH } from './reach.ts'
import { countFields, type HistoryFilter, matchingChanges } from './store.ts'

type Entry = Awaited<ReturnType<typeof inWords>>[number]
type Row = Omit<Entry, 'changes'> & Entry['changes'][number]

const filterOf = ({ query, time_zone }: ExportRequest): HistoryFilter => ({
  ...(query as { kind: Kind }),
  time_zone,
})

const textOf = (value: string | null, isForgotten: boolean): string =>
  isForgotten ? 'Deleted with personal data' : (value ?? '')

/** What the history shows, one row for each changed field (HIS-009). */
export const historyExport = csvExport<Row>({
  name: 'history',
  title: 'History',
  text: 'What changed, who changed it, and from what to what.',
  endpoint: exportHistory,
  file: 'history',
  is_for_all: true,
  also_needs: (query) => SEEN_WITH[(query as { kind: Kind }).kind],
  is_on_its_screen: true,
  count: (tx, request, most) => countFields(tx, request.portal_id, filterOf(request), most),
  columns: (request) => [
    { title: 'When', value: (row) => row.created_at },
    ...(filterOf(request).kind === 'person'
      ? [{ title: 'Person', value: (row: Row) => row.person?.display_name ?? 'A former member' }]
      : []),
    { title: 'Who', value: (row) => row.made_by },
    { title: 'Field', value: (row) => row.label },
    { title: 'Before', value: (row) => textOf(row.from, row.is_forgotten) },
    { title: 'After', value: (row) => textOf(row.to, row.is_forgotten) },
    { title: 'Restored', value: (row) => row.restored ?? '' },
  ],
  page: async (tx, request, at) => {
    const rows = await matchingChanges(tx, request.portal_id, filterOf(request))
    const { data, meta } = await keysetPage(rows, { ...at, keys: [], sort: '-created_at', id: 'c.id' })
    const entries = await inWords(tx, request, data)
    return {
      data: entries.flatMap(({ changes, ...entry }) => changes.map((change) => ({ ...entry, ...change }))),
      meta,
    }
  },
})
