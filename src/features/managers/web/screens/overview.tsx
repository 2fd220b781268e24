import { useState } from 'react'
import { useBulkChange } from '#features/bulk-changes/web/public.ts'
import { useUnenroll } from '#features/enrollments/web/public.ts'
import { InvitationList } from '#features/invitations/web/public.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { ViewLinks } from '#ui/app/view-links.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { IconBell, IconCertificate, IconTrash, IconUser } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { Due, Standing } from '../components/learner-cells.tsx'
import { PersonDialog } from '../components/person-dialog.tsx'
import { PEOPLE_SPEC } from '../queries.ts'
import { type ManagedCourse, useCourse, usePeople, useRefresh } from '../use-course.ts'

type Learner = ManagedCourse['people'][number]

/** What the overview of a course shows: its people, or the invitations to it (MGR-013). */
export function OverviewScreen({ slug, isInvitations }: { slug: string; isInvitations: boolean }) {
  const course = useCourse(slug)
  const refresh = useRefresh()
  const at = `/courses/managers/${slug}/overview`
  const invitations = `${at}?show=invitations`
  return (
    <>
      <ViewLinks
        label="People and invitations"
        items={[
          { label: 'In the course', href: at },
          { label: 'Invitations', href: invitations },
        ]}
        current={isInvitations ? invitations : at}
      />
      {isInvitations ? <InvitationList course={course} onChanged={() => void refresh()} /> : <People slug={slug} />}
    </>
  )
}

/** The people of a manager's course: how far they are, until when, and taking them out again (MGR-010, MGR-011, MGR-013). */
function People({ slug }: { slug: string }) {
  const session = useSession()
  const address = useListState(PEOPLE_SPEC)
  const result = usePeople(slug, { ...address.query })
  const unenroll = useUnenroll()
  const bulk = useBulkChange()
  const refresh = useRefresh()
  const [shown, setShown] = useState<Learner['user'] | null>(null)
  const now = useNow()
  const takeOut = async ({ id, user }: Learner) => {
    if (!(await unenroll('learner', [id]))) return
    toast.success(`${user.display_name} is out of the course.`)
    await refresh()
  }
  const remind = async (learners: readonly Learner[]) => {
    await bulk.open(await bulk.makeRemind(learners.map(({ id }) => id)))
    return true
  }
  return (
    <>
      <ListScreen<Learner>
        label="People"
        address={address}
        result={result}
        rowKey={(learner) => learner.id}
        rowName={(learner) => learner.user.display_name}
        searchLabel="Search name or e-mail"
        rowActions={(learner) => [
          { label: 'All courses and certificates', icon: IconUser, run: () => setShown(learner.user) },
          {
            label: 'Certificates of this course',
            icon: IconCertificate,
            href: `/courses/managers/${slug}/certificates/${learner.user.id}`,
          },
          ...(can(session, 'users.delete') || session.viewer?.current_role === 'manager'
            ? [{ label: 'Unenroll', icon: IconTrash, isDanger: true, run: () => void takeOut(learner) }]
            : []),
        ]}
        bulkActions={can(session, 'users.update') ? [{ label: 'Remind', icon: IconBell, run: remind }] : undefined}
        columns={[
          { key: 'name', title: 'Person', role: 'main', cell: ({ user }) => <Person user={user} /> },
          { key: 'status', title: 'Status', cell: (learner) => <Standing learner={learner} /> },
          {
            key: 'progress',
            title: 'Progress',
            width: 180,
            cell: ({ progress, user }) => <ProgressCell value={progress} label={`Progress of ${user.display_name}`} />,
          },
          { key: 'due_at', title: 'Due', cell: (learner) => <Due learner={learner} now={now} /> },
          {
            key: 'last_opened_at',
            title: 'Last opened',
            role: 'secondary',
            cell: ({ last_opened_at: at }) => (at ? <DateText value={at} /> : 'Not yet'),
          },
          {
            key: 'expires_at',
            title: 'Open until',
            role: 'secondary',
            cell: (learner) => <DayText value={learner.expires_at} isEnd />,
          },
        ]}
        empty={{
          title: 'Nobody is enrolled yet',
          text: 'Enroll people by e-mail or from your list. Each uses one credit, and you follow their progress here.',
        }}
      />
      {shown && <PersonDialog user={shown} onClose={() => setShown(null)} />}
    </>
  )
}
