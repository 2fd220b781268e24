import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import {
  IconBook,
  IconCertificate,
  IconCircleCheck,
  IconCopy,
  IconList,
  IconMessageCircle,
  IconPencil,
  IconPlus,
  IconStar,
  IconUsers,
} from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { listCourses } from '../../contract.ts'
import { PUBLICATION, PUBLICATION_NAMES, PUBLICATION_NUMBERS } from '../../rules/publication.ts'
import { CopyDialog } from '../components/copy-dialog.tsx'
import styles from '../courses.module.css'
import { PublicationBadge } from '../publication-badge.tsx'

type Course = Wire<typeof listCourses>['data'][number]

const SPEC: ListSpec = {
  filters: ['publication_status'],
  sorts: ['title', 'updated_at', 'popularity'],
  sort: '-updated_at',
}
const STATUS_OPTIONS = PUBLICATION_NUMBERS.map((number) => ({
  value: String(number),
  label: PUBLICATION_NAMES[number],
}))

/** The list for an address, for the loader of the page. */
export const adminCoursesQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listCourses, { query: listQuery(readListState(search, SPEC), SPEC) as never })

/** The courses somebody may work on: all of the portal, or the own ones (ROU-080, ROL-027). */
export function AdminCoursesScreen() {
  const api = useApi()
  const session = useSession()
  const { viewer, portal } = session
  const address = useListState(SPEC)
  const result = useQuery({
    ...api.query(listCourses, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const isOwn = viewer?.current_role === 'instructor' || viewer?.current_role === 'partner'
  const mayCreate = can(session, 'courses.create')
  const [copied, setCopied] = useState<Course | null>(null)
  const create = mayCreate && (
    <LinkButton icon={IconPlus} href="/courses/builder/create">
      New course
    </LinkButton>
  )
  const publicPathOf = ({ publication_status: status, slug }: Course) =>
    status === PUBLICATION.published && portal.flags.is_marketable ? `/course/${slug}` : undefined
  const actionsOf = (course: Course): RowAction[] => [
    { label: 'Details', icon: IconPencil, href: `/courses/builder/${course.slug}/overview/details` },
    { label: 'Outline', icon: IconList, href: `/courses/builder/${course.slug}/outline` },
    ...(publicPathOf(course) ? [{ label: 'Public page', icon: IconBook, href: publicPathOf(course) as string }] : []),
    ...(can(session, 'grading.view')
      ? [
          { label: 'Learners and exams', icon: IconUsers, href: `/courses/builder/${course.slug}/exams-progress` },
          { label: 'Grade assignments', icon: IconPencil, href: `/courses/builder/${course.slug}/assignments` },
        ]
      : []),
    ...(can(session, 'courses.update')
      ? [{ label: 'Exams', icon: IconCircleCheck, href: `/courses/builder/${course.slug}/exams` }]
      : []),
    ...(can(session, 'certificates.view')
      ? [{ label: 'Certificates', icon: IconCertificate, href: `/courses/builder/${course.slug}/certificates` }]
      : []),
    ...(can(session, 'course-questions.view') && !portal.setting.disable_course_questions
      ? [{ label: 'Questions', icon: IconMessageCircle, href: `/courses/builder/${course.slug}/questions` }]
      : []),
    ...(can(session, 'reviews.view')
      ? [{ label: 'Reviews', icon: IconStar, href: `/courses/builder/${course.slug}/overview/reviews` }]
      : []),
    ...(mayCreate && course.abilities.update_content
      ? [{ label: 'Copy', icon: IconCopy, run: () => setCopied(course) }]
      : []),
  ]
  return (
    <>
      <ListScreen<Course>
        title="Courses"
        actions={create}
        text={isOwn ? 'The courses you work on.' : `All courses of ${portal.name}, published or not.`}
        label="Courses"
        address={address}
        result={result}
        rowKey={(course) => course.id}
        rowName={(course) => course.title}
        rowHref={(course) => `/courses/builder/${course.slug}`}
        rowActions={actionsOf}
        searchLabel="Search courses"
        filters={[{ name: 'publication_status', label: 'Status', options: STATUS_OPTIONS }]}
        columns={[
          { key: 'title', title: 'Course', role: 'main', isSortable: true, cell: (course) => <Name course={course} /> },
          {
            key: 'publication_status',
            title: 'Status',
            cell: (course) => <PublicationBadge status={course.publication_status} />,
          },
          {
            key: 'instructors',
            title: 'Instructors',
            role: 'secondary',
            cell: ({ instructors }) => instructors.map((person) => person.display_name).join(', ') || '–',
          },
          {
            key: 'available_credits',
            title: 'Credits left',
            align: 'right',
            cell: (course) => course.available_credits.toLocaleString('en-US'),
          },
          {
            key: 'popularity',
            title: 'Enrollments',
            align: 'right',
            isSortable: true,
            cell: (course) => course.popularity.toLocaleString('en-US'),
          },
          {
            key: 'updated_at',
            title: 'Changed',
            isSortable: true,
            cell: (course) => <DateText value={course.updated_at} />,
          },
        ]}
        empty={{
          action: create,
          title: 'No courses yet',
          text: isOwn
            ? 'Courses you teach will be listed here.'
            : 'Every course starts as a draft. You publish it when it is complete.',
        }}
      />
      {copied && <CopyDialog course={copied} onClose={() => setCopied(null)} />}
    </>
  )
}

const Name = ({ course }: { course: Course }) => (
  <span className={styles.course}>
    {course.thumbnail ? (
      <img
        className={styles.cover}
        src={pictureFor(course.thumbnail, 64)}
        alt=""
        width={64}
        height={36}
        loading="lazy"
      />
    ) : (
      <span className={styles.cover} aria-hidden="true">
        <IconBook size={18} />
      </span>
    )}
    <span>{course.title}</span>
  </span>
)
