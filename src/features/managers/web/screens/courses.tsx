import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PublicationBadge } from '#features/courses/web/public.ts'
import { CreditBar } from '#features/credits/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCoin, IconSettings, IconUsersGroup } from '#ui/icons.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import type { listManagerCourses } from '../../contract.ts'
import { SubordinatesDialog } from '../components/subordinates-dialog.tsx'
import styles from '../managers.module.css'
import { COURSES_SPEC, managerQueries } from '../queries.ts'
import { useNotified } from '../use-course.ts'

type Course = Wire<typeof listManagerCourses>['data'][number]

/** The manager's courses with what is left, handed out and used of their credits (MGR-013, CRD-004). */
export function CoursesScreen() {
  const { viewer, portal } = useSession()
  const address = useListState(COURSES_SPEC)
  const [isShown, setShown] = useState(false)
  const query = managerQueries(useApi()).courses({ ...address.query })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  useNotified(viewer?.user_id)
  const findCourse = portal.flags.is_marketable && (
    <LinkButton href="/course" variant="outline" icon={IconCoin}>
      Buy credits
    </LinkButton>
  )
  return (
    <>
      <ListScreen<Course>
        title="Courses and credits"
        text="One credit enrolls one person in one course. Open a course to enroll people, give credits and follow progress."
        actions={
          <>
            <LinkButton href="/users/managers/settings" variant="ghost" icon={IconSettings}>
              Invitation settings
            </LinkButton>
            <Button variant="outline" icon={IconUsersGroup} aria-haspopup="dialog" onClick={() => setShown(true)}>
              Your people
            </Button>
            {findCourse}
          </>
        }
        label="Courses"
        address={address}
        result={result}
        rowKey={(course) => course.id}
        rowName={(course) => course.title}
        rowHref={(course) => `/courses/managers/${course.slug}`}
        viewOf="manager-courses"
        searchLabel="Search courses"
        columns={[
          {
            key: 'title',
            title: 'Course',
            role: 'main',
            isSortable: true,
            cell: (course) => <span className={styles.name}>{course.title}</span>,
          },
          {
            key: 'status',
            title: 'Status',
            optional: 'shown',
            cell: (course) => <PublicationBadge status={course.publication_status} />,
          },
          {
            key: 'remaining',
            title: 'Left',
            align: 'right',
            cell: (course) => (
              <strong className={course.remaining === 0 ? styles.out : undefined}>{course.remaining}</strong>
            ),
          },
          {
            key: 'distributed',
            title: 'Handed out',
            optional: 'shown',
            align: 'right',
            cell: (course) => course.distributed,
          },
          { key: 'used', title: 'Used', optional: 'shown', align: 'right', cell: (course) => course.used },
          { key: 'total', title: 'Total', optional: 'shown', align: 'right', cell: (course) => course.total },
          {
            key: 'bar',
            title: 'Credits',
            optional: 'shown',
            width: 160,
            role: 'secondary',
            cell: (course) => <CreditBar {...course} />,
          },
        ]}
        empty={{
          title: 'No courses yet',
          text: 'Courses you buy credits for, and courses your administrator assigns to you, will be listed here.',
          action: findCourse,
        }}
      />
      {isShown && <SubordinatesDialog onClose={() => setShown(false)} />}
    </>
  )
}
