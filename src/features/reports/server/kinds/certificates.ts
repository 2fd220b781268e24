import { sql } from 'kysely'
import { addDays, daysBetween, endOfDay, lastDayBefore, spanOfDays, startOfDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { exportCertificateList, exportExpiring } from '../../contract.ts'
import { ofManager, withinReach } from '../reach.ts'
import type { Report, ReportRequest } from '../report.ts'

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

const withColumns = (rows: Matching) =>
  rows
    .select([
      't.id',
      't.user_id',
      't.number',
      't.holder_name',
      't.course_title',
      't.course_version',
      't.issued_at',
      't.expires_at',
      't.revoked_at',
    ])
    .select(
      sql<boolean>`exists (
        select from enrollments n
        where n.portal_id = t.portal_id and n.user_id = t.user_id and n.course_id = t.course_id and n.id > t.related_id
          and n.role = 'learner' and n.ended_at is null and n.completed_at is null and n.access <> 'expired')`.as(
        'is_enrolled_again',
      ),
    )
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

const ORDER = { select: withColumns, id: 't.id' } as const

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
  return rows
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
    { key: 'valid', label: 'Valid', state: 'valid', when: valid },
    { key: 'expired', label: 'Expired', state: 'expired', when: expired },
    { key: 'revoked', label: 'Revoked', state: 'revoked', when: () => REVOKED },
  ],
  series: ['total'],
  columns: (request) => [
    { title: 'Holder', value: (row) => row.holder_name },
    { title: 'Course', value: (row) => row.course_title },
    { title: 'Course version', value: (row) => row.course_version, as: 'number' },
    { title: 'Number', value: (row) => row.number },
    { title: 'Status', value: (row) => statusOf(row, request), as: 'status' },
    { title: 'Issued', value: (row) => row.issued_at, as: 'day' },
    { title: 'Valid until', value: (row) => row.expires_at, as: 'last_day' },
  ],
  rows: issued,
  ...ORDER,
  moment: 't.issued_at',
  direction: 'desc',
  href: (row) => `/certificates/${row.number}`,
  endpoint: exportCertificateList,
  file: 'certificate-list',
  export_title: 'List of certificates',
}

/** The last day of the stretch in which something expires; a certificate is valid until the end of its last day. */
const endIn = ({ today, time_zone: zone }: ReportRequest, days: number) => endOfDay(addDays(today, days), zone)
const within = (request: ReportRequest, days: number) => sql<boolean>`t.expires_at <= ${endIn(request, days)}`

/** Valid until a day within 90 days, without a newer valid certificate of the same course. */
const expiring = (tx: Tx, request: ReportRequest) =>
  certificatesOf(tx, request)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', startOfToday(request))
    .where('t.expires_at', '<=', endIn(request, 90))
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
    { key: 'in_60', label: 'Within 60 days', state: 'in_60', when: (request) => within(request, 60) },
    { key: 'in_30', label: 'Within 30 days', state: 'in_30', when: (request) => within(request, 30) },
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
  rows: expiring,
  ...ORDER,
  moment: 't.expires_at',
  direction: 'asc',
  href: (row) => `/certificates/${row.number}`,
  endpoint: exportExpiring,
  file: 'expiring-certificates',
}
