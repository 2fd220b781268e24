import { type RawBuilder, sql } from 'kysely'
import { addDays, daysBetween, endOfDay, lastDayBefore, spanOfDays, startOfDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { exportCertificateList, exportExpiring } from '../../contract.ts'
import { bucketOf, ofManager, withinReach } from '../reach.ts'
import type { Report, ReportRequest, Sums } from '../report.ts'

/** Certificates of the portal; those of enrollments alone that who asks may see. */
const certificatesOf = (tx: Tx, request: ReportRequest) => {
  const { query } = request
  let rows = tx.selectFrom('certificates as t').where('t.portal_id', '=', request.portal_id)
  if (query.course_id !== undefined) rows = rows.where('t.course_id', '=', query.course_id)
  const isNarrowed = request.scope === 'own' || query.manager_id !== undefined
  if (isNarrowed)
    rows = rows.where(
      sql<boolean>`exists (
        select from enrollments e
        where e.portal_id = t.portal_id and e.id = t.related_id and ${withinReach(request)} and ${ofManager(request)})`,
    )
  return rows
}
type Matching = ReturnType<typeof certificatesOf>

const withColumns = (rows: Matching, sortedBy: 'issued_at' | 'expires_at') =>
  rows
    .select([
      't.id',
      't.user_id',
      't.number',
      't.holder_name',
      't.course_title',
      't.issued_at',
      't.expires_at',
      't.revoked_at',
    ])
    .select([
      sql<string>`${sql.ref(`t.${sortedBy}`)}::text`.as('sorted_at'),
      sql<boolean>`exists (
        select from enrollments n
        where n.portal_id = t.portal_id and n.user_id = t.user_id and n.course_id = t.course_id and n.id > t.related_id
          and n.role = 'learner' and n.ended_at is null and n.completed_at is null and n.access <> 'expired')`.as(
        'is_enrolled_again',
      ),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

const counted = (condition: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${condition}))::int`
const at = (moment: string) => [{ name: 'sorted_at', expression: `t.${moment}`, type: 'timestamptz' as const }]

const startOfToday = ({ today, time_zone: zone }: ReportRequest) => startOfDay(today, zone)
const REVOKED = sql<boolean>`t.revoked_at is not null`
const expired = (request: ReportRequest) =>
  sql<boolean>`(t.revoked_at is null and t.expires_at is not null and t.expires_at <= ${startOfToday(request)})`
const valid = (request: ReportRequest) =>
  sql<boolean>`(t.revoked_at is null and (t.expires_at is null or t.expires_at > ${startOfToday(request)}))`

const statusOf = (row: Row, request: ReportRequest): string => {
  if (row.revoked_at) return 'Revoked'
  return row.expires_at && row.expires_at <= startOfToday(request) ? 'Expired' : 'Valid'
}

const issued = (tx: Tx, request: ReportRequest) => {
  const { from, before } = spanOfDays(request.query, request.time_zone)
  let rows = certificatesOf(tx, request)
  if (from) rows = rows.where('t.issued_at', '>=', from)
  if (before) rows = rows.where('t.issued_at', '<', before)
  const { state } = request.query
  if (state === 'valid') return rows.where(valid(request))
  if (state === 'expired') return rows.where(expired(request))
  return state === 'revoked' ? rows.where(REVOKED) : rows
}

/** The certificates that were issued (REP-002). */
export const certificatesReport: Report<Row> = {
  name: 'certificates',
  title: 'Certificates',
  text: 'Which certificates were issued, and which of them are still valid.',
  date: 'Issued',
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'total', label: 'Issued', state: null },
    { key: 'valid', label: 'Valid', state: 'valid' },
    { key: 'expired', label: 'Expired', state: 'expired' },
    { key: 'revoked', label: 'Revoked', state: 'revoked' },
  ],
  series: ['total'],
  columns: (request) => [
    { title: 'Holder', value: (row) => row.holder_name },
    { title: 'Course', value: (row) => row.course_title },
    { title: 'Number', value: (row) => row.number },
    { title: 'Status', value: (row) => statusOf(row, request) },
    { title: 'Issued', value: (row) => row.issued_at, as: 'day' },
    { title: 'Valid until', value: (row) => row.expires_at, as: 'last_day' },
  ],
  page: (tx, request, page) =>
    keysetPage(withColumns(issued(tx, request), 'issued_at'), {
      ...page,
      sort: 'issued_at',
      keys: at('issued_at'),
      direction: 'desc',
      id: 't.id',
    }),
  sums: (tx, request, bounds) =>
    issued(tx, request)
      .select([
        bucketOf('t.issued_at', bounds).as('bucket'),
        sql<number>`count(*)::int`.as('total'),
        counted(valid(request)).as('valid'),
        counted(expired(request)).as('expired'),
        counted(REVOKED).as('revoked'),
      ])
      .groupBy(sql`1`)
      .execute() as Promise<Sums[]>,
  href: (row) => `/certificates/${row.number}`,
  endpoint: exportCertificateList,
  file: 'certificate-list',
  export_title: 'List of certificates',
}

/** The last day of the stretch in which something expires; a certificate is valid until the end of its last day. */
const endIn = ({ today, time_zone: zone }: ReportRequest, days: number) => endOfDay(addDays(today, days), zone)
const within = (request: ReportRequest, days: number) => sql<boolean>`t.expires_at <= ${endIn(request, days)}`
const DAYS: Record<string, number> = { in_30: 30, in_60: 60 }

/** Valid until a day within 90 days, without a newer valid certificate of the same course. */
const expiring = (tx: Tx, request: ReportRequest) =>
  certificatesOf(tx, request)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', startOfToday(request))
    .where('t.expires_at', '<=', endIn(request, DAYS[request.query.state ?? ''] ?? 90))
    .where(
      sql<boolean>`not exists (
        select from certificates n
        where n.portal_id = t.portal_id and n.user_id = t.user_id and n.course_id = t.course_id and n.revoked_at is null
          and (n.issued_at, n.id) > (t.issued_at, t.id))`,
    )

/** Certificates that have to be renewed soon (REP-018). */
export const expiringReport: Report<Row> = {
  name: 'expiring',
  title: 'Expiring certificates',
  text: 'Whose certificates expire within 30, 60 or 90 days, and who is already enrolled again.',
  date: null,
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'in_90', label: 'Within 90 days', state: null },
    { key: 'in_60', label: 'Within 60 days', state: 'in_60' },
    { key: 'in_30', label: 'Within 30 days', state: 'in_30' },
  ],
  series: [],
  columns: (request) => [
    { title: 'Holder', value: (row) => row.holder_name },
    { title: 'Course', value: (row) => row.course_title },
    { title: 'Number', value: (row) => row.number },
    { title: 'Issued', value: (row) => row.issued_at, as: 'day' },
    { title: 'Valid until', value: (row) => row.expires_at, as: 'last_day' },
    {
      title: 'Days left',
      value: (row) =>
        row.expires_at ? daysBetween(request.today, lastDayBefore(row.expires_at, request.time_zone)) : null,
      as: 'number',
    },
    { title: 'Renewal', value: (row) => (row.is_enrolled_again ? 'Enrolled again' : 'Not enrolled') },
  ],
  page: (tx, request, page) =>
    keysetPage(withColumns(expiring(tx, request), 'expires_at'), {
      ...page,
      sort: 'expires_at',
      keys: at('expires_at'),
      direction: 'asc',
      id: 't.id',
    }),
  sums: (tx, request, bounds) =>
    expiring(tx, request)
      .select([
        bucketOf('t.expires_at', bounds).as('bucket'),
        sql<number>`count(*)::int`.as('in_90'),
        counted(within(request, 60)).as('in_60'),
        counted(within(request, 30)).as('in_30'),
      ])
      .groupBy(sql`1`)
      .execute() as Promise<Sums[]>,
  href: (row) => `/certificates/${row.number}`,
  endpoint: exportExpiring,
  file: 'expiring-certificates',
}
