import { type Column, csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { exportInvites } from '../contract.ts'
import { statusWord } from '../rules/words.ts'
import { countInvitations, type InvitesFilter, listInvitations, type Reach, type ShownInvitation } from './store.ts'

type Query = { date_from?: string; date_to?: string; course_id?: number }

const reachOf = ({ portal_id, user_id, scope }: ExportRequest): Reach => ({
  portal_id,
  user_id: scope === 'own' ? user_id : null,
})

const filterOf = (request: ExportRequest): InvitesFilter => {
  const { course_id, ...days } = request.query as Query
  return { ...spanOfDays(days, request.time_zone), course_id, per_page: 1, sort: '-id' }
}

const EMAIL: Column<ShownInvitation> = { title: 'E-mail', value: (row) => row.email }

/** Invitations with how they stand (API-016, REP-003); e-mails go to those who may see them (API-023). */
export const invitesExport = csvExport<ShownInvitation>({
  name: 'invites',
  title: 'Invitations',
  text: 'Who was invited to which course, and what became of it.',
  endpoint: exportInvites,
  file: 'invitations',
  count: (tx, request) => countInvitations(tx, reachOf(request), filterOf(request)),
  columns: ({ sees_emails: hasEmails }) => [
    ...(hasEmails ? [EMAIL] : []),
    { title: 'First name', value: (row) => row.first_name },
    { title: 'Last name', value: (row) => row.last_name },
    { title: 'Course', value: (row) => row.course.title },
    { title: 'Invited by', value: (row) => row.manager.display_name },
    { title: 'Status', value: (row) => statusWord(row) },
    { title: 'Sent', value: (row) => row.sent_at },
    { title: 'Open until', value: (row) => row.expires_at },
    { title: 'Accepted', value: (row) => row.accepted_at },
  ],
  page: (tx, request, at) => listInvitations(tx, reachOf(request), { ...filterOf(request), ...at }),
})
