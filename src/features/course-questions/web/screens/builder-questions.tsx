import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { showCourse } from '#features/courses/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { DateText } from '#ui/public/parts/time.tsx'
import { type listCourseQuestions, QUESTION_EVENTS } from '../../contract.ts'
import { QUESTION_STATUS_NAMES, QUESTION_STATUSES } from '../../rules/questions.ts'
import { QuestionBadge } from '../components/status-actions.tsx'
import { QUESTIONS_SPEC, questionQueries, refreshQuestions } from '../queries.ts'
import styles from '../questions.module.css'

type Question = Wire<typeof listCourseQuestions>['data'][number]

const STATUS_OPTIONS = QUESTION_STATUSES.map((status) => ({
  value: String(status),
  label: QUESTION_STATUS_NAMES[status],
}))

/** The questions of a course for those who answer: what moved last first, live (REV-022, REV-025, ROU-099). */
export function BuilderQuestionsScreen({ slug }: { slug: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const queries = questionQueries(api)
  const address = useListState(QUESTIONS_SPEC)
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const result = useQuery({ ...queries.list(slug, { ...address.query }), placeholderData: keepPreviousData })
  useLive(`course-questions.${course.id}`, {
    [QUESTION_EVENTS.updated]: () => void refreshQuestions(queryClient),
  })
  const categories = result.data?.meta.categories ?? []
  return (
    <ListScreen<Question>
      label="Questions"
      address={address}
      result={result}
      searchLabel={null}
      filters={[
        { name: 'status', label: 'Status', options: STATUS_OPTIONS },
        ...(categories.length > 0
          ? [
              {
                name: 'categoryId',
                label: 'Category',
                options: categories.map(({ id, title }) => ({ value: String(id), label: title })),
              },
            ]
          : []),
      ]}
      rowKey={(question) => question.id}
      rowName={(question) => question.excerpt}
      rowHref={(question) => `/courses/builder/${slug}/questions/${question.id}`}
      columns={[
        {
          key: 'excerpt',
          title: 'Question',
          role: 'main',
          cell: (question) => (
            <span className={styles.cell}>
              <span>{question.excerpt}</span>
              {question.unread_count > 0 && <span className={styles.unread}>{question.unread_count} new</span>}
            </span>
          ),
        },
        { key: 'author', title: 'Learner', cell: ({ author }) => author.display_name },
        ...(categories.length > 0
          ? [{ key: 'category', title: 'Category', cell: ({ category }: Question) => category?.title ?? '–' }]
          : []),
        { key: 'status', title: 'Status', cell: ({ status }) => <QuestionBadge status={status} /> },
        { key: 'messages_count', title: 'Messages', align: 'right', cell: (question) => question.messages_count },
        {
          key: 'last_message_at',
          title: 'Last message',
          cell: (question) => <DateText value={question.last_message_at} />,
        },
      ]}
      empty={{
        title: 'No questions yet',
        text: 'Questions that learners ask in the course will be listed here. They get your answers right away.',
      }}
    />
  )
}
