import { sql } from 'kysely'
import { type Failure, statusWord } from '#features/invitations/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { INVITATION, OPEN_INVITATIONS } from '#kernel/product/statuses.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { exportInvitations } from '../../contract.ts'
import type { Report, ReportColumn, ReportRequest } from '../report.ts'

/** Invitations of the portal; who sees the own records alone sees those they sent. */
const invited = (tx: Tx, request: ReportRequest) => {
  const { query, time_zone: zone } = request
  const { from, before } = spanOfDays(query, zone)
  let rows = tx.selectFrom('invitations as i').where('i.portal_id', '=', request.portal_id)
  if (request.scope === 'own') rows = rows.where('i.manager_id', '=', request.user_id)
  if (query.manager_id !== undefined) rows = rows.where('i.manager_id', '=', query.manager_id)
  if (query.course_id !== undefined) rows = rows.where('i.course_id', '=', query.course_id)
  if (from) rows = rows.where('i.sent_at', '>=', from)
  if (before) rows = rows.where('i.sent_at', '<', before)
  return rows
}

const withNames = (rows: ReturnType<typeof invited>) =>
  rows
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'i.portal_id').onRef('c.id', '=', 'i.course_id'),
    )
    .leftJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'i.portal_id').onRef('m.user_id', '=', 'i.manager_id'),
    )
    .select([
      'i.id',
      'i.email',
      'i.first_name as guest_first_name',
      'i.last_name as guest_last_name',
      'i.status',
      'i.failure',
      'i.sent_at',
      'i.expires_at',
      'i.accepted_at',
      'c.title as course_title',
      'm.first_name',
      'm.middle_name',
      'm.last_name',
      'm.username',
    ])
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

const has = (...statuses: number[]) => {
  const condition = sql<boolean>`i.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
  return () => condition
}

// The e-mail of the row is that of the person who is invited.
const nameOfSender = ({ email: _, ...sender }: Row): string => displayName(sender)

const email: ReportColumn<Row> = { title: 'E-mail', value: (row) => row.email, as: 'email' }

/** Who was invited to which course, and what became of it (REP-031); e-mails go to those who may see them (API-023). */
export const invitationsReport: Report<Row> = {
  name: 'invitations',
  title: 'Invitations',
  text: 'Who was invited to which course, and what became of it.',
  date: 'Sent',
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'total', label: 'Sent', state: null },
    { key: 'accepted', label: 'Accepted', state: 'accepted', when: has(INVITATION.accepted) },
    { key: 'open', label: 'Open', state: 'open', when: has(...OPEN_INVITATIONS) },
    { key: 'declined', label: 'Declined', state: 'declined', when: has(INVITATION.declined) },
    { key: 'canceled', label: 'Canceled', state: 'canceled', when: has(INVITATION.cancelled) },
    { key: 'failed', label: 'Failed', state: 'failed', when: has(INVITATION.failed) },
  ],
  series: ['total', 'accepted'],
  columns: ({ sees_emails: hasEmails }) => [
    ...(hasEmails ? [email] : []),
    { title: 'First name', value: (row) => row.guest_first_name },
    { title: 'Last name', value: (row) => row.guest_last_name },
    { title: 'Course', value: (row) => row.course_title },
    { title: 'Invited by', value: nameOfSender },
    { title: 'Status', value: ({ status, failure }) => statusWord({ status, failure: failure as Failure | null }) },
    { title: 'Sent', value: (row) => row.sent_at, as: 'day' },
    { title: 'Open until', value: (row) => row.expires_at, as: 'day' },
    { title: 'Accepted', value: (row) => row.accepted_at, as: 'day' },
  ],
  rows: invited,
  select: withNames,
  moment: 'i.sent_at',
  id: 'i.id',
  direction: 'desc',
  endpoint: exportInvitations,
  file: 'invitations',
}
