import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { showCourse } from '#features/courses/contract.ts'
import { RemovedItems } from '#features/versions/web/public.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { minutesText } from '../../rules/countdown.ts'
import { AUTHORED, type AuthoredItem, type AuthoredType, authoredQueries, settingsPath } from '../authoring.ts'

/** The exams or the knowledge checks of a course with their settings, in the order of its outline (ROU-081, BLD-016). */
export function AuthoredListScreen({ slug, type }: { slug: string; type: AuthoredType }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const result = useQuery(authoredQueries(api, type).list(course.id))
  const address = useListState({ sorts: ['id'], sort: 'id' })
  const { many, one } = AUTHORED[type]
  return (
    <>
      <ListScreen<AuthoredItem>
        label={many}
        address={address}
        result={result}
        searchLabel={null}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        rowHref={({ id }) => settingsPath(slug, type, id)}
        columns={[
          { key: 'title', title: 'Title', role: 'main', cell: ({ title }) => title },
          { key: 'questions_count', title: 'Questions', cell: ({ itemable }) => <Questions exam={itemable} /> },
          {
            key: 'time_limit_minutes',
            title: 'Time limit',
            cell: ({ itemable: { time_limit_minutes: limit } }) => (limit === null ? 'None' : minutesText(limit)),
          },
          {
            key: 'attempts_number',
            title: 'Attempts',
            cell: ({ itemable }) => itemable.attempts_number ?? 'Any number',
          },
          ...(type === 'Exam'
            ? [
                {
                  key: 'passing_score',
                  title: 'Pass mark',
                  cell: ({ itemable }: AuthoredItem) => `${itemable.passing_score}%`,
                },
              ]
            : []),
        ]}
        empty={{ title: `No ${many.toLowerCase()}`, text: `This course has no ${one} in its outline.` }}
      />
      <RemovedItems slug={slug} type={type} />
    </>
  )
}

function Questions({ exam }: { exam: AuthoredItem['itemable'] }) {
  return exam.lacks_questions ? <Badge tone="warning">Too few questions</Badge> : exam.questions_count
}
