import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showCourse } from '#features/courses/contract.ts'
import { CourseRoleDialog } from '#features/enrollments/web/public.ts'
import { isDone } from '#features/progress/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PROGRESS, PUBLICATION } from '#kernel/product/statuses.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import type { listTaughtLearners } from '../../contract.ts'
import { StatusWord, whereNote } from '../components/cells.tsx'
import { learnerPath } from '../paths.ts'
import { LEARNERS_SPEC, refreshLearners, teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

type Learner = Wire<typeof listTaughtLearners>['data'][number]

const STATUSES = [
  { value: String(PROGRESS.not_started), label: 'Not started' },
  { value: String(PROGRESS.in_progress), label: 'In progress' },
  { value: String(PROGRESS.finished), label: 'Finished' },
]

/** The learners of a course with their progress and exams, for those who teach it (ROL-037, BLD-016). */
export function TaughtLearnersScreen({ slug }: { slug: string }) {
  const api = useApi()
  const address = useListState(LEARNERS_SPEC)
  const result = useQuery({
    ...teachingQueries(api).learners(slug, address.query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen<Learner>
      toolbar={<AddPeople slug={slug} />}
      label="Learners"
      address={address}
      result={result}
      rowKey={(learner) => learner.id}
      rowName={(learner) => learner.user.display_name}
      rowHref={(learner) => learnerPath(slug, learner.user.id, learner.id)}
      searchLabel="Search name or e-mail"
      filters={[{ name: 'status', label: 'Status', options: STATUSES }]}
      columns={[
        { key: 'name', title: 'Learner', role: 'main', cell: ({ user }) => <Person user={user} /> },
        { key: 'status', title: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
        {
          key: 'progress',
          title: 'Progress',
          width: 120,
          cell: ({ progress, user }) => <ProgressCell value={progress} label={`Progress of ${user.display_name}`} />,
        },
        { key: 'exams', title: 'Exams', cell: ({ exams }) => <Exams exams={exams} /> },
        {
          key: 'last_opened_at',
          title: 'Last opened',
          role: 'secondary',
          cell: ({ last_opened_at: at }) => (at ? <DateText value={at} /> : 'Not yet'),
        },
      ]}
      empty={{
        title: 'Nobody is enrolled yet',
        text: 'Enrolled learners will be listed here with their progress.',
        action: <AddPeople slug={slug} />,
      }}
    />
  )
}

function AddPeople({ slug }: { slug: string }) {
  const client = useQueryClient()
  const session = useSession()
  const { data: course } = useSuspenseQuery(useApi().query(showCourse, { params: { slug } })).data
  const [isOpen, setOpen] = useState(false)
  if (!can(session, 'users.create') || course.publication_status !== PUBLICATION.published) return null
  return (
    <>
      <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add people
      </Button>
      {isOpen && (
        <CourseRoleDialog course={course} onClose={() => setOpen(false)} onSaved={() => void refreshLearners(client)} />
      )}
    </>
  )
}

/** As many exams as a row still shows; of more it says how far one is, and opens. */
const MOST_EXAMS = 3

function Exams({ exams }: { exams: Learner['exams'] }) {
  if (exams.length === 0) return <span>None</span>
  if (exams.length <= MOST_EXAMS) return <ExamList exams={exams} />
  const passed = exams.filter(({ status }) => isDone(status)).length
  return (
    <details className={styles.fold}>
      <summary>
        {passed} of {exams.length} passed
      </summary>
      <ExamList exams={exams} />
    </details>
  )
}

function ExamList({ exams }: { exams: Learner['exams'] }) {
  return (
    <ul className={styles.exams}>
      {exams.map(({ id, title, status, score, attempts, ...where }) => (
        <li key={id}>
          <span>{title}</span>
          {attempts === 0 ? <small>not taken</small> : <StatusWord status={status} />}
          {score !== null && <small>{score}%</small>}
          {whereNote(where) && <small>{whereNote(where)}</small>}
        </li>
      ))}
    </ul>
  )
}
