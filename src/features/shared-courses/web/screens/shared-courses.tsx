import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PublicationBadge } from '#features/courses/web/public.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconBook, IconHistory } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listCourseShares, listSharedCourses } from '../../contract.ts'
import { SHARE_COLUMNS } from '../components/share-columns.tsx'
import { useShareActions } from '../components/use-share-actions.ts'
import { RECEIVED_SPEC, SHARES_SPEC, useJobNews } from '../queries.ts'
import styles from '../shared-courses.module.css'
import { PUBLISHING_OPTIONS, RECEIVED_LOOKS, RECEIVED_OPTIONS, type Received, type Share } from '../words.ts'

const HERE = '/portals/shared-courses'
const TABS = [
  { label: 'Shared with us', href: HERE },
  { label: 'Shared by us', href: `${HERE}?by=us` },
]

/** Courses that portals share with each other, in two lists (SHR-021). */
export function SharedCoursesScreen({ isByUs }: { isByUs: boolean }) {
  return (
    <>
      <PageHeader title="Shared courses" text="Courses you sell that other portals write, and yours that they sell." />
      <div className={styles.tabs}>
        <TabLinks label="Shared courses" items={TABS} current={isByUs ? `${HERE}?by=us` : HERE} />
      </div>
      {isByUs ? <ByUs key="us" /> : <WithUs key="them" />}
    </>
  )
}

function WithUs() {
  const address = useListState(RECEIVED_SPEC)
  const query = useApi().query(listSharedCourses, { query: address.query as never })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const sourceOf = ({ course }: Received) => `/courses/builder/${course.slug}/source`
  return (
    <ListScreen<Received>
      label="Courses shared with us"
      address={address}
      result={result}
      searchLabel="Search courses and portals"
      filters={[{ name: 'state', label: 'State', options: RECEIVED_OPTIONS }]}
      rowKey={({ course }) => course.id}
      rowName={({ course }) => course.title}
      rowHref={sourceOf}
      rowActions={(row) => [
        { label: 'Source and updates', icon: IconHistory, href: sourceOf(row) },
        { label: 'Open course', icon: IconBook, href: `/courses/builder/${row.course.slug}` },
      ]}
      columns={[
        {
          key: 'course',
          title: 'Course',
          role: 'main',
          cell: ({ course, source }) => (
            <span className={styles.name}>
              <strong>{course.title}</strong>
              <small>{source.name}</small>
            </span>
          ),
        },
        {
          key: 'status',
          title: 'Status',
          cell: ({ course }) => <PublicationBadge status={course.publication_status} />,
        },
        {
          key: 'state',
          title: 'Updates',
          cell: ({ state }) => (
            <StatusBadge status={RECEIVED_LOOKS[state].status} label={RECEIVED_LOOKS[state].label} />
          ),
        },
        {
          key: 'received_at',
          title: 'Since',
          role: 'secondary',
          cell: ({ received_at: since }) => <TimeText value={since} />,
        },
      ]}
      empty={{
        title: 'No course is shared with you',
        text: 'Courses that another portal shares arrive here as drafts. You set their price and dates, then publish them.',
      }}
    />
  )
}

function ByUs() {
  const address = useListState(SHARES_SPEC)
  const query = useApi().query(listCourseShares, { query: address.query as never })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const { actionsOf } = useShareActions()
  useJobNews(result.refetch)
  return (
    <ListScreen<Share>
      label="Courses shared by us"
      address={address}
      result={result}
      searchLabel="Search courses and portals"
      filters={[{ name: 'state', label: 'State', options: PUBLISHING_OPTIONS }]}
      rowKey={({ id }) => id}
      rowName={({ course, portal }) => `${course.title}, ${portal.name}`}
      rowHref={({ course }) => `/courses/builder/${course.slug}/sharing`}
      rowActions={actionsOf}
      columns={[
        {
          key: 'course',
          title: 'Course',
          role: 'main',
          cell: ({ course, portal }) => (
            <span className={styles.name}>
              <strong>{course.title}</strong>
              <small>{portal.name}</small>
            </span>
          ),
        },
        ...SHARE_COLUMNS,
      ]}
      empty={{
        title: 'You share no course yet',
        text: 'Open a published course and choose Sharing. Other portals sell it at their own price, and you keep it up to date.',
        action: <LinkButton href="/courses/admin">Choose a course</LinkButton>,
      }}
    />
  )
}
