import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { exportActivity } from '../contract.ts'
import { countLog, type LogFilter, listLog } from './store.ts'

type Row = Awaited<ReturnType<typeof listLog>>['data'][number]

const filterOf = ({ query, time_zone }: ExportRequest): LogFilter => ({ ...query, time_zone })

const words = ({ changed }: Row): string =>
  changed.map(({ field, from, to }) => `${field}: ${from === null ? '' : `${from} → `}${to ?? 'none'}`).join('; ')

/** The activity log as its screen shows it (REP-014). */
export const activityExport = csvExport<Row>({
  name: 'activity-log',
  title: 'Activity log',
  text: 'Who did what in this portal, with what was changed.',
  endpoint: exportActivity,
  file: 'activity-log',
  is_for_all: true,
  count: (tx, request, most) => countLog(tx, request.portal_id, filterOf(request), most),
  columns: () => [
    { title: 'What happened', value: (row) => row.text },
    { title: 'Changes', value: words },
    { title: 'From', value: (row) => row.address ?? '' },
    { title: 'When', value: (row) => row.created_at },
  ],
  page: (tx, request, at) => listLog(tx, request.portal_id, filterOf(request), { ...at, sort: '-created_at' }),
})
