import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useDraftFiles } from '#ui/hooks/use-draft-files.ts'
import { useTypedBefore } from '#ui/hooks/use-typed-before.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Textarea } from '#ui/public/parts/field.tsx'
import { QUESTION_EVENTS, showCourseQuestion, updateCourseQuestion } from '../../contract.ts'
import { MESSAGE_MAX, QUESTION_STATUS } from '../../rules/questions.ts'
import { questionQueries, refreshQuestions } from '../queries.ts'
import styles from '../questions.module.css'
import { useOutbox } from '../use-outbox.ts'
import { FileField } from './file-field.tsx'
import { Message, type ShownMessage, WaitingMessage } from './message.tsx'

type ThreadProps = { slug: string; questionId: number }

/** The messages of a question, live, with the place to write the next one (REV-014, REV-018, REV-029 to REV-031). */
export function Thread({ slug, questionId }: ThreadProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data: question } = useSuspenseQuery(questionQueries(api).one(slug, questionId)).data
  const { letters, submit } = useOutbox()
  const [older, setOlder] = useState<{ messages: ShownMessage[]; cursor: string | null } | null>(null)
  const refresh = () => void refreshQuestions(queryClient)
  useLive(`questions.${questionId}`, { [QUESTION_EVENTS.message]: refresh, [QUESTION_EVENTS.updated]: refresh })

  const lastId = question.messages.at(-1)?.id
  const isUnread = question.unread_count > 0
  useEffect(() => {
    if (!isUnread || lastId === undefined) return
    api
      .call(updateCourseQuestion, { params: { slug, questionId }, body: { last_read_id: lastId } })
      .then(() => refreshQuestions(queryClient))
      // What could not be noted is unread still, and is noted the next time.
      .catch(() => {})
  }, [api, queryClient, slug, questionId, lastId, isUnread])

  const cursor = older === null ? question.older_cursor : older.cursor
  const loadOlder = async () => {
    if (!cursor) return
    try {
      const params = { slug, questionId }
      const { data } = await api.call(showCourseQuestion, { params, query: { cursor } })
      setOlder({ messages: [...data.messages, ...(older?.messages ?? [])], cursor: data.older_cursor })
    } catch (error) {
      void toast.error(error)
    }
  }
  const shown = new Map([...(older?.messages ?? []), ...question.messages].map((message) => [message.id, message]))
  const sent = new Set([...shown.values()].map((message) => message.client_id))
  const waiting = letters.filter((letter) => letter.question_id === questionId && !sent.has(letter.client_id))
  return (
    <>
      {cursor && (
        <div className={styles.older}>
          <Button variant="outline" size="sm" onClick={() => void loadOlder()}>
            Show older messages
          </Button>
        </div>
      )}
      <ol className={styles.thread} aria-label="Messages" aria-live="polite">
        {[...shown.values()]
          .toSorted((one, other) => one.id - other.id)
          .map((message) => (
            <Message key={message.id} message={message} />
          ))}
        {waiting.map((letter) => (
          <WaitingMessage key={letter.client_id} letter={letter} />
        ))}
      </ol>
      {question.abilities.write ? (
        <Composer
          slug={slug}
          questionId={questionId}
          isClosed={question.status === QUESTION_STATUS.closed}
          submit={submit}
        />
      ) : (
        <Alert>Your access to the course has ended. You can read your question but not write more messages.</Alert>
      )}
    </>
  )
}

type ComposerProps = ThreadProps & { isClosed: boolean; submit: ReturnType<typeof useOutbox>['submit'] }

function Composer({ slug, questionId, isClosed, submit }: ComposerProps) {
  const { viewer } = useSession()
  const draft = `question-draft ${viewer?.user_id} ${questionId}`
  const [text, setText] = useDraft(draft)
  const form = useRef<HTMLFormElement>(null)
  // What is typed before the script is there takes the place of what was kept.
  useTypedBefore(form)
  const [files, setFiles] = useDraftFiles(draft)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isLearner = viewer?.current_role === 'learner'
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (!words && files.length === 0) return setError('Please write a message or add a file.')
    setError(undefined)
    setSending(true)
    // What was written leaves the field at once; a refusal brings it back.
    setText('')
    setFiles([])
    const written = { slug, question_id: questionId, related_id: null, category_id: null, text: words, files }
    const outcome = await submit(written)
    setSending(false)
    if (outcome.kind === 'kept') toast.info('Saved here. It will be sent when you are back online.')
    if (outcome.kind !== 'refused') return
    setText(words)
    setFiles(files)
    const refusal = outcome.error instanceof ApiError ? outcome.error : null
    const why = refusal?.errors.text?.[0] ?? refusal?.errors.files?.[0]
    if (why) setError(why)
    else void toast.error(outcome.error)
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={(event) => void send(event)} noValidate>
      <Field
        label={isLearner ? 'Your message' : 'Your answer'}
        hint={isClosed && isLearner ? 'A new message opens the question again.' : undefined}
        error={error}
      >
        <Textarea rows={4} maxLength={MESSAGE_MAX} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <FileField files={files} onChange={setFiles} />
      <div className={styles.row}>
        <Button type="submit" isLoading={isSending}>
          Send
        </Button>
      </div>
    </form>
  )
}
