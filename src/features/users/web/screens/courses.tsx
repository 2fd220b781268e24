import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnenroll } from '#features/enrollments/web/public.ts'
import { SubordinatesDialog } from '#features/managers/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconTrash, IconUsersGroup } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { EnrollPeopleDialog } from '../components/enroll-people-dialog.tsx'
import type { ListedEnrollment } from '../components/enrollment-cells.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { COURSES_SPEC, personQueries, refreshPeople } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'

/** The courses that somebody manages or teaches (USR-010, USR-015, USR-031). */
export function CoursesScreen({ id }: { id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const address = useListState(COURSES_SPEC)
  const result = useQuery({ ...personQueries(api).courses(id, address.query), placeholderData: keepPreviousData })
  const unenroll = useUnenroll()
  const [opened, setOpened] = useState<'add' | 'people' | null>(null)
  const close = () => setOpened(null)
  const isEverybody = seesEverybody(session)
  const mayRemove = can(session, 'users.delete') && isEverybody
  const takeOut = async (row: ListedEnrollment) => {
    if (!(await unenroll(row.role, [row.id]))) return
    toast.success(`No longer ${ROLES[row.role].name.toLowerCase()} of the course.`)
    void refreshPeople(client)
  }
  const add = can(session, 'users.create') && isEverybody && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpened('add')}>
      Add to a course
    </Button>
  )
  return (
    <PersonFrame
      id={id}
      actions={
        <>
          {isEverybody && person.membership?.roles.includes('manager') && (
            <Button variant="outline" icon={IconUsersGroup} aria-haspopup="dialog" onClick={() => setOpened('people')}>
              Their people
            </Button>
          )}
          {add}
        </>
      }
    >
      <ListScreen<ListedEnrollment>
        label="Courses managed and taught"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.course.title}
        rowHref={(row) =>
          can(session, 'courses.view') ? `/courses/builder/${row.course.slug}/overview/details` : undefined
        }
        rowActions={
          mayRemove
            ? (row) => [
                { label: 'Remove from the course', icon: IconTrash, isDanger: true, run: () => void takeOut(row) },
              ]
            : undefined
        }
        searchLabel="Search courses"
        columns={[
          { key: 'course', title: 'Course', role: 'main', cell: (row) => row.course.title },
          { key: 'role', title: 'Role', cell: (row) => <Badge>{ROLES[row.role].name}</Badge> },
          { key: 'starts_at', title: 'Since', cell: (row) => <DateText value={row.starts_at} /> },
        ]}
        empty={{
          title: 'No courses yet',
          text: 'The courses that this person manages or teaches will be listed here.',
          action: add,
        }}
      />
      {opened === 'add' && <EnrollPeopleDialog people={[person]} title="Add to a course" onClose={close} />}
      {opened === 'people' && <SubordinatesDialog manager={person} onClose={close} />}
    </PersonFrame>
  )
}
