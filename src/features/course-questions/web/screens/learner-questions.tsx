import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { coursePath } from '#features/progress/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { IconClock, IconMessageCircle, IconPlus } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select } from '#ui/public/parts/field.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { QUESTION_EVENTS } from '../../contract.ts'
import { CreateQuestionDialog } from '../components/create-question-dialog.tsx'
import { QuestionBadge } from '../components/status-actions.tsx'
import { questionQueries, refreshQuestions } from '../queries.ts'
import styles from '../questions.module.css'
import { useOutbox } from '../use-outbox.ts'

type Search = { categoryId?: unknown; cursor?: unknown }

/** What the learner has asked in a course, and the way to ask (REV-017, REV-024, REV-031). */
export function LearnerQuestionsScreen({ slug, relatedId }: { slug: string; relatedId: number }) {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const { data: questions, meta } = useSuspenseQuery(questionQueries(api).list(slug, { ...search })).data
  const { letters, submit } = useOutbox()
  const [isAsking, setAsking] = useState(false)
  useLive(viewer && `notifications.${viewer.user_id}`, {
    [QUESTION_EVENTS.updated]: () => void refreshQuestions(queryClient),
  })
  const at = `${coursePath({ slug, related_id: relatedId })}/questions`
  const go = (next: { categoryId?: string; cursor?: string }) =>
    void router.navigate({ href: `${at}?${new URLSearchParams(next)}` })
  const category = search.categoryId === undefined ? '' : String(search.categoryId)
  const waiting = letters.filter((letter) => letter.question_id === null && letter.slug === slug)
  const ask = (
    <Button icon={IconPlus} onClick={() => setAsking(true)}>
      Ask a question
    </Button>
  )
  const isEmpty = questions.length === 0 && waiting.length === 0
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1>Questions</h1>
        {!(isEmpty && !category) && ask}
      </div>
      {meta.categories.length > 0 && !(isEmpty && !category) && (
        <div className={styles.filters}>
          <Field label="Category">
            <Select
              value={category}
              placeholder="All categories"
              options={meta.categories.map(({ id, title }) => ({ value: String(id), label: title }))}
              onChange={(event) => go(event.target.value ? { categoryId: event.target.value } : {})}
            />
          </Field>
        </div>
      )}
      {isEmpty ? (
        <EmptyState
          icon={IconMessageCircle}
          title={category ? 'No question in this category' : 'Nothing asked yet'}
          text="Ask the course’s instructors. Only you and they see the question and its answers."
          action={category ? undefined : ask}
        />
      ) : (
        <ul className={styles.list} aria-label="Questions">
          {waiting.map((letter) => (
            <li key={letter.client_id} className={styles.question}>
              <p>{letter.text}</p>
              <div className={styles.facts}>
                <Badge tone="warning" icon={IconClock}>
                  Waiting for a connection
                </Badge>
              </div>
            </li>
          ))}
          {questions.map((question) => (
            <li key={question.id}>
              <Anchor
                href={`${at}/${question.id}`}
                className={styles.question}
                data-unread={question.unread_count > 0 || undefined}
              >
                <p>{question.excerpt}</p>
                <div className={styles.facts}>
                  <QuestionBadge status={question.status} />
                  {question.unread_count > 0 && <span className={styles.unread}>{question.unread_count} new</span>}
                  {question.category && <span>{question.category.title}</span>}
                  <span>
                    {question.messages_count} {question.messages_count === 1 ? 'message' : 'messages'}
                  </span>
                  <span>
                    Last on <DateText value={question.last_message_at} />
                  </span>
                </div>
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      <Pager meta={meta} onCursor={(cursor) => go({ ...(category && { categoryId: category }), cursor })} />
      {isAsking && (
        <CreateQuestionDialog
          onClose={() => setAsking(false)}
          slug={slug}
          relatedId={relatedId}
          categories={meta.categories}
          submit={submit}
          onAsked={(id) => void router.navigate({ href: `${at}/${id}` })}
        />
      )}
    </div>
  )
}
