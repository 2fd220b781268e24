import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import { CuratorDialog, DatesDialog, useUnenroll } from '#features/enrollments/web/public.ts'
import { EvidenceButton } from '#features/evidence/web/public.ts'
import { versionOf } from '#ui/app/form/edits.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { ProgressCell } from '#ui/app/progress.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCalendar, IconHelpCircle, IconSchool, IconTrash, IconUser } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { EnrollPeopleDialog } from '../components/enroll-people-dialog.tsx'
import { EnrollmentStatus, type ListedEnrollment } from '../components/enrollment-cells.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { ENROLLMENTS_SPEC, personQueries, refreshPeople } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'

/** The courses that somebody takes, with progress, and what changes them (USR-010, USR-016, USR-017). */
export function EnrollmentsScreen({ id }: { id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const address = useListState(ENROLLMENTS_SPEC)
  const result = useQuery({
    ...personQueries(api).enrollments(id, address.query),
    placeholderData: keepPreviousData,
  })
  const unenroll = useUnenroll()
  const [opened, setOpened] = useState<{ kind: 'curator' | 'dates'; row: ListedEnrollment } | 'enroll' | null>(null)
  const close = () => setOpened(null)
  const changed = () => void refreshPeople(client)
  const isMember = person.membership?.left_at === null
  const mayUpdate = isMember && can(session, 'enrollments.update')
  const mayRemove = isMember && can(session, 'users.delete') && seesEverybody(session)
  const mayOpen = can(session, 'enrollments.view')
  const hrefOf = (row: ListedEnrollment) => (mayOpen ? `${personPath(person, 'enrollments')}/${row.id}` : undefined)
  const takeOut = async (rows: readonly ListedEnrollment[]) => {
    const running = rows.filter((row) => row.ended_at === null)
    if (running.length === 0) return false
    const isDone = await unenroll(
      'learner',
      running.map((row) => row.id),
    )
    if (!isDone) return false
    toast.success(running.length === 1 ? 'Unenrolled from the course.' : `Unenrolled from ${running.length} courses.`)
    changed()
    return true
  }
  const actionsOf = (row: ListedEnrollment): RowAction[] => [
    ...(mayOpen ? [{ label: 'Check access', icon: IconHelpCircle, href: hrefOf(row)! }] : []),
    ...(mayUpdate && row.ended_at === null
      ? [
          { label: 'Change dates', icon: IconCalendar, run: () => setOpened({ kind: 'dates', row }) },
          { label: 'Set a curator', icon: IconUser, run: () => setOpened({ kind: 'curator', row }) },
        ]
      : []),
    ...(mayRemove && row.ended_at === null
      ? [{ label: 'Unenroll', icon: IconTrash, isDanger: true, run: () => void takeOut([row]) }]
      : []),
  ]
  return (
    <PersonFrame
      id={id}
      recordActions={<EvidenceButton subject={{ about: 'person', id, name: person.display_name }} />}
      actions={
        can(session, 'users.create') && (
          <Button icon={IconSchool} aria-haspopup="dialog" onClick={() => setOpened('enroll')}>
            Enroll in a course
          </Button>
        )
      }
    >
      <ListScreen<ListedEnrollment>
        label="Enrollments"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.course.title}
        rowHref={hrefOf}
        rowActions={mayOpen || mayUpdate || mayRemove ? actionsOf : undefined}
        bulkActions={
          mayRemove ? [{ label: 'Unenroll', icon: IconTrash, isDanger: true, run: (rows) => takeOut(rows) }] : undefined
        }
        viewOf="user-enrollments"
        searchLabel="Search courses"
        filters={
          mayOpen
            ? [{ name: 'with_ended', label: 'Unenrolled', options: [{ value: 'true', label: 'Show unenrolled too' }] }]
            : []
        }
        columns={[
          { key: 'course', title: 'Course', role: 'main', cell: (row) => row.course.title },
          { key: 'status', title: 'Status', cell: (row) => <EnrollmentStatus enrollment={row} /> },
          {
            key: 'progress',
            title: 'Progress',
            optional: 'shown',
            width: 150,
            cell: (row) => <ProgressCell value={row.progress} label={`Progress in ${row.course.title}`} />,
          },
          {
            key: 'due_at',
            title: 'Due',
            optional: 'shown',
            cell: (row) => (row.due_at ? <DayText value={row.due_at} isEnd /> : 'No due date'),
          },
          {
            key: 'expires_at',
            title: 'Access until',
            optional: 'shown',
            cell: (row) => <DayText value={row.expires_at} isEnd />,
          },
          {
            key: 'last_opened_at',
            title: 'Last opened',
            optional: 'shown',
            cell: (row) => (row.last_opened_at ? <DateText value={row.last_opened_at} /> : 'Never'),
          },
          {
            key: 'curator',
            title: 'Curator',
            optional: 'hidden',
            cell: ({ curator }) => curator?.display_name ?? 'None',
          },
          {
            key: 'certificate',
            title: 'Certificate',
            optional: 'hidden',
            cell: ({ certificate }) => certificate?.number ?? 'None',
          },
        ]}
        empty={{
          title: 'No enrollments yet',
          text: 'The courses that this person takes will be listed here with their progress.',
        }}
      />
      {opened === 'enroll' && <EnrollPeopleDialog people={[person]} onClose={close} />}
      {opened !== 'enroll' && opened?.kind === 'dates' && (
        <DatesDialog
          enrollment={opened.row}
          version={versionOf(opened.row)}
          title={opened.row.course.title}
          onClose={close}
          onSaved={changed}
        />
      )}
      {opened !== 'enroll' && opened?.kind === 'curator' && (
        <CuratorDialog
          relatedId={opened.row.id}
          learner={person.display_name}
          curator={opened.row.curator}
          version={versionOf(opened.row)}
          onClose={close}
          onSaved={changed}
        />
      )}
    </PersonFrame>
  )
}
