import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconCheck } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { type listAssignmentResponses, RESPONSE_STATES } from '../../contract.ts'
import styles from '../assignments.module.css'
import { gradingPath } from '../grading-path.ts'
import { assignmentQueries, QUEUE_SPEC } from '../queries.ts'

type Row = Wire<typeof listAssignmentResponses>['data'][number]
const STATES = {
  waiting: { label: 'Waiting', tone: 'warning' },
  passed: { label: 'Passed', tone: 'success' },
  failed: { label: 'Not passed', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
} as const

type ResponsesScreenProps = {
  slug: string
  /** Asks for a grade for several responses; false where that was given up. Without it nothing can be selected. */
  onGrade?: ((ids: readonly number[]) => Promise<boolean>) | undefined
}

/** The responses of learners, those who have waited longest first (ASG-024, BLD-016); several are graded alike (BLK-038). */
export function ResponsesScreen({ slug, onGrade }: ResponsesScreenProps) {
  const queries = assignmentQueries(useApi())
  const { data: tasks } = useSuspenseQuery(queries.ofCourse(slug)).data
  const address = useListState(QUEUE_SPEC)
  const result = useQuery({ ...queries.queue(slug, { ...address.query }), placeholderData: keepPreviousData })
  return (
    <ListScreen<Row>
      label="Responses"
      address={address}
      result={result}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.learner.display_name}, ${row.assignment.title}`}
      rowHref={(row) => gradingPath(slug, row)}
      bulkActions={onGrade && [{ label: 'Grade', icon: IconCheck, run: (rows) => onGrade(rows.map(({ id }) => id)) }]}
      searchLabel="Search name or e-mail"
      filters={[
        {
          name: 'state',
          label: 'State',
          options: RESPONSE_STATES.map((value) => ({ value, label: STATES[value].label })),
        },
        {
          name: 'assignment_id',
          label: 'Assignment',
          options: tasks.map(({ id, title, is_in_draft }) => ({
            value: String(id),
            label: is_in_draft ? title : `${title} (no longer in the draft)`,
          })),
        },
      ]}
      columns={[
        { key: 'learner', title: 'Learner', role: 'main', cell: (row) => row.learner.display_name },
        { key: 'assignment', title: 'Assignment', cell: ({ assignment }) => <Task {...assignment} /> },
        {
          key: 'state',
          title: 'State',
          cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
        },
        { key: 'score', title: 'Score', align: 'right', cell: (row) => row.score ?? '–' },
        { key: 'number', title: 'Attempt', align: 'right', role: 'secondary', cell: (row) => row.number },
        { key: 'files_count', title: 'Files', align: 'right', role: 'secondary', cell: (row) => row.files_count },
        { key: 'created_at', title: 'Handed in', isSortable: true, cell: (row) => <TimeText value={row.created_at} /> },
      ]}
      empty={{
        title: 'No responses yet',
        text: tasks.length === 0 ? 'This course has no assignments.' : 'Learners’ responses will be listed here.',
      }}
    />
  )
}

function Task({ title, is_in_draft }: Row['assignment']) {
  return (
    <span className={styles.cell}>
      {title}
      {!is_in_draft && <small>No longer in the draft</small>}
    </span>
  )
}
