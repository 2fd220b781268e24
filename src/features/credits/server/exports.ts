import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { z } from '#kernel/schema.ts'
import { exportHistory } from '../contract.ts'
import { placeWord, purposeWord } from '../rules/words.ts'
import { countHistory, type Filter, loadHistory } from './history.ts'

type Row = Awaited<ReturnType<typeof loadHistory>>['data'][number]

const Filters = z.object({
  from: z.optional(z.coerce.date()),
  until: z.optional(z.coerce.date()),
  date_from: z.optional(z.string()),
  date_to: z.optional(z.string()),
  course_id: z.optional(z.coerce.number()),
  user_id: z.optional(z.coerce.number()),
  figure: z.optional(z.enum(['total', 'remaining', 'distributed', 'used', 'reserved'])),
  holder: z._default(z.enum(['portal', 'manager']), 'portal'),
  is_general: z.optional(z.enum(['true'])),
})

/** The filter of a request, which is plain JSON where a file is made in the background. */
const filterOf = ({ query, time_zone: zone }: ExportRequest): Filter => {
  const { date_from, date_to, ...filter } = z.parse(Filters, query)
  return { ...filter, ...spanOfMovements({ date_from, date_to }, zone), per_page: 100, sort: '-created_at' }
}

type Days = { date_from?: string | undefined; date_to?: string | undefined }

/** The moments between which movements of these days lie. */
export const spanOfMovements = (days: Days, zone: string): { from?: Date; until?: Date } => {
  const { from, before } = spanOfDays(
    { ...(days.date_from && { date_from: days.date_from }), ...(days.date_to && { date_to: days.date_to }) },
    zone,
  )
  return { ...(from && { from }), ...(before && { until: before }) }
}

/** The movements of credits as their list shows them (CRD-036). */
export const creditsExport = csvExport<Row>({
  name: 'credit-history',
  title: 'Credit history',
  text: 'Every movement of credits: who, why, from where to where.',
  endpoint: exportHistory,
  file: 'credit-history',
  is_for_all: true,
  count: (tx, request, most) => countHistory(tx, request.portal_id, filterOf(request), most),
  columns: () => [
    { title: 'Time', value: (row) => row.created_at },
    { title: 'What happened', value: (row) => purposeWord(row.purpose) },
    { title: 'Credits', value: (row) => row.amount },
    { title: 'From', value: (row) => placeWord(row.from) },
    { title: 'To', value: (row) => placeWord(row.to) },
    { title: 'Course', value: (row) => row.course?.title ?? null },
    { title: 'Manager', value: (row) => row.user?.display_name ?? null },
    { title: 'Learner', value: (row) => row.learner?.display_name ?? row.invited_email },
    { title: 'By', value: (row) => row.actor?.display_name ?? null },
    { title: 'Left after', value: (row) => row.balance_after },
    { title: 'Change of the figure', value: (row) => row.change },
    { title: 'Order', value: (row) => row.order_id },
  ],
  page: (tx, request, at) => loadHistory(tx, request.portal_id, { ...filterOf(request), ...at, sort: '-created_at' }),
})
