import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ExportButton } from '#features/exports/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { TitleWithNote } from '#ui/app/person.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { IconRefresh, IconX } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmailText } from '#ui/public/parts/email-text.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { cancelInvite, type listInvites, reinvite } from '../../contract.ts'
import { INVITATION, isOpen } from '../../rules/status.ts'
import { statusWord } from '../../rules/words.ts'
import { INVITES_SPEC, invitationQueries } from '../queries.ts'
import { refreshInvitations } from '../refresh.ts'

type Invitation = Wire<typeof listInvites>['data'][number]

const TONES = {
  [INVITATION.invited]: 'info',
  [INVITATION.accepted]: 'success',
  [INVITATION.cancelled]: 'neutral',
  [INVITATION.declined]: 'warning',
  [INVITATION.reinvited]: 'info',
  [INVITATION.failed]: 'danger',
} as const

const FILTER = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'expiring', label: 'Expires within 2 days' },
    { value: '2', label: 'Accepted' },
    { value: '4', label: 'Declined' },
    { value: '3', label: 'Canceled' },
    { value: 'failed', label: 'Failed in the last 30 days' },
    { value: '6', label: 'Failed or expired' },
  ],
}

const badge = ({ status, failure }: Invitation) => (
  <StatusBadge
    status={isOpen(status) ? 'pending' : status === INVITATION.accepted ? 'completed' : 'cancelled'}
    tone={failure === 'enrolled' ? 'success' : TONES[status]}
    label={statusWord({ status, failure })}
  />
)

type InvitationListProps = {
  /** Whose invitations are listed; those to every course without it. */
  course?: { id: number }
  /** What changes with an invitation: credits, and who is in the course. */
  onChanged?: () => void
  /** Offered while nobody has been invited. */
  action?: ReactNode
}

/** Invitations, to one course or to all; those to a course change on the screen as people answer (MGR-013, MGR-014). */
export function InvitationList({ course, onChanged, action }: InvitationListProps) {
  const api = useApi()
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const address = useListState(INVITES_SPEC)
  const query = course ? { ...address.query, course_id: course.id } : address.query
  const result = useQuery({ ...invitationQueries(api).list(query), placeholderData: keepPreviousData })
  const refresh = async () => {
    await refreshInvitations(queryClient)
    onChanged?.()
  }
  useLive(viewer && course ? `invites.courses.${course.id}.managers.${viewer.user_id}` : null, {
    'invite.updated': () => void refresh(),
  })
  const run = async (work: () => Promise<unknown>, text: string) => {
    try {
      await work()
      toast.success(text)
    } catch (error) {
      toast.error(error)
    }
    await refresh()
  }
  const cancel = async ({ id, email }: Invitation) => {
    const isSure = await confirm({
      title: `Cancel the invitation of ${email}?`,
      text: 'The link in the e-mail stops working, and you get the credit back.',
      yes: 'Cancel invitation',
      no: 'Keep it',
      isDanger: true,
    })
    if (isSure) await run(() => api.call(cancelInvite, { params: { id } }), 'The invitation is canceled.')
  }
  const again = ({ id, email }: Invitation) =>
    run(() => api.call(reinvite, { params: { id } }), `The invitation is on its way to ${email} again.`)
  return (
    <ListScreen<Invitation>
      label="Invitations"
      address={address}
      result={result}
      filters={[FILTER]}
      searchLabel="Search name or e-mail"
      toolbar={<ExportButton shown={{ kind: 'invitations', query: course ? { course_id: course.id } : {} }} />}
      rowKey={(invitation) => invitation.id}
      rowName={(invitation) => invitation.email}
      rowActions={(invitation) => [
        ...(invitation.status === INVITATION.accepted
          ? []
          : [{ label: 'Send again', icon: IconRefresh, run: () => void again(invitation) }]),
        ...(isOpen(invitation.status)
          ? [{ label: 'Cancel invitation', icon: IconX, isDanger: true, run: () => void cancel(invitation) }]
          : []),
      ]}
      columns={[
        {
          key: 'email',
          title: 'Person',
          role: 'main',
          cell: ({ email, first_name, last_name }) => (
            <TitleWithNote
              title={<EmailText email={email} />}
              note={[first_name, last_name].filter(Boolean).join(' ') || undefined}
            />
          ),
        },
        ...(course ? [] : [{ key: 'course', title: 'Course', cell: ({ course: { title } }: Invitation) => title }]),
        { key: 'status', title: 'Status', cell: badge },
        { key: 'sent_at', title: 'Sent', cell: (invitation) => <DateText value={invitation.sent_at} /> },
        {
          key: 'expires_at',
          title: 'Open until',
          cell: (invitation) =>
            isOpen(invitation.status) ? <DateText value={invitation.expires_at} /> : <span aria-hidden="true">–</span>,
        },
        {
          key: 'manager',
          title: 'Invited by',
          role: 'secondary',
          cell: ({ manager }) => manager?.display_name ?? '–',
        },
      ]}
      empty={{
        title: 'No invitations yet',
        text: 'Invite people by e-mail. They accept with a password of their own, and you see here who has answered.',
        action,
      }}
    />
  )
}
