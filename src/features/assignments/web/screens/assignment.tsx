import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { coursePath, ItemSteps, refreshProgress, useItemTime } from '#features/progress/web/public.ts'
import { IdentityGate, SeatTimeNote } from '#features/trade-rules/web/public.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { FileList } from '#ui/documents/file-list.tsx'
import { useTypedBefore } from '#ui/hooks/use-typed-before.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Field, Textarea } from '#ui/public/parts/field.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { respond } from '../../contract.ts'
import styles from '../assignments.module.css'
import { Attempts } from '../components/attempts.tsx'
import { assignmentQueries } from '../queries.ts'
import { type DraftState, useDraft } from '../use-draft.ts'
import { useDraftFiles } from '../use-draft-files.ts'

type Props = { slug: string; relatedId: number; assignmentId: number }

const STATES: Record<DraftState, string> = {
  saved: 'Your draft is kept.',
  saving: 'Keeping your draft…',
  here: 'Saved in this browser. It will be sent when you are back online.',
}

/** The task, the own responses, and the form for the next one (ASG-001 to ASG-004, ASG-008). */
export function AssignmentScreen({ slug, relatedId, assignmentId }: Props) {
  const api = useApi()
  const { data } = useSuspenseQuery(assignmentQueries(api).own(assignmentId, relatedId)).data
  const { assignment } = data
  const seat = useItemTime({ slug, relatedId, item: { type: 'Assignment', id: assignmentId } })
  return (
    <IdentityGate seat={seat}>
      <div className={styles.page}>
        <h1>{assignment.title}</h1>
        <ul className={styles.facts}>
          <li>Assignment</li>
          <li>{assignment.score} of 100 to pass</li>
          <li>
            {data.remaining_attempts === null
              ? 'Unlimited attempts'
              : `${data.remaining_attempts} of ${assignment.attempts} attempts left`}
          </li>
        </ul>
        <SeatTimeNote standing={seat.standing} pause={seat.pause} of="test" />
        {assignment.reqs && <Prose className={styles.reqs} html={assignment.reqs} />}
        <FileList label="Task files" files={[...(assignment.file ? [assignment.file] : []), ...assignment.materials]} />
        <Standing status={data.status} hasResponse={data.current_attempt > 0} canRespond={data.can_respond} />
        {data.can_respond && (
          <ResponseForm key={data.current_attempt} assignmentId={assignmentId} relatedId={relatedId} />
        )}
        <Attempts attempts={data.attempts} title="Your responses" />
        <div className={styles.actions}>
          <LinkButton href={`${coursePath({ slug, related_id: relatedId })}/outline`} variant="outline">
            Back to the outline
          </LinkButton>
        </div>
      </div>
      <ItemSteps slug={slug} relatedId={relatedId} type="Assignment" id={assignmentId} />
    </IdentityGate>
  )
}

type StandingProps = { status: number; hasResponse: boolean; canRespond: boolean }

function Standing({ status, hasResponse, canRespond }: StandingProps) {
  if (status === PROGRESS.success)
    return (
      <Alert tone="success" title="Passed" isLive>
        Well done. You can read the grading below.
      </Alert>
    )
  if (status === PROGRESS.in_progress && hasResponse)
    return (
      <Alert title="Handed in" isLive>
        Your response is waiting to be graded. We will tell you when it is.
      </Alert>
    )
  if (status === PROGRESS.failed)
    return (
      <Alert tone="danger" title="Not passed yet" isLive>
        {canRespond ? 'Read the comment below and respond again.' : 'There are no attempts left'}
      </Alert>
    )
  return null
}

function ResponseForm({ assignmentId, relatedId }: { assignmentId: number; relatedId: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = assignmentQueries(api).own(assignmentId, relatedId)
  const { assignment, draft, current_attempt } = useSuspenseQuery(query).data.data
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const written = useDraft({ assignmentId, relatedId, draft })
  const root = useRef<HTMLFormElement>(null)
  // What is typed before the script is there takes the place of what was kept.
  useTypedBefore(root)
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const files = useDraftFiles({ assignmentId, relatedId, files: draft.files, onChange: refresh })
  const send = useCall(respond, {
    onSuccess: async (answer) => {
      written.forget()
      queryClient.setQueryData(query.queryKey, answer)
      toast.success('You have submitted your response.')
      await refreshProgress(queryClient)
    },
    onError: async (error) => {
      // The answer may have been lost on its way back: what the server has decides.
      const now = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
      if (now && now.data.current_attempt > current_attempt) return written.forget()
      setErrors(error.errors)
      if (Object.keys(error.errors).length === 0) toast.error(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending || files.isSending) return
    setErrors({})
    const form = new FormData()
    form.append('related_id', String(relatedId))
    form.append('text', written.text)
    send.mutate({
      params: { assignmentId },
      body: { related_id: relatedId, text: written.text },
      options: { files: form },
    })
  }
  return (
    <form ref={root} onSubmit={submit} className={styles.form} noValidate>
      <h2>{current_attempt === 0 ? 'Your response' : 'Respond again'}</h2>
      {assignment.allow_text_response && (
        <Field label="Text" error={errors.text?.[0]}>
          <Textarea
            rows={10}
            maxLength={50_000}
            value={written.text}
            onChange={(event) => written.change(event.currentTarget.value)}
          />
        </Field>
      )}
      {!assignment.restrict_user_to_upload && (
        <div>
          <FileDrop
            label="Files"
            isMultiple
            files={files.shown}
            onFiles={files.add}
            onRemove={(file) => void files.remove(file)}
          />
          {errors.files && <Alert tone="danger">{errors.files[0]}</Alert>}
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="lg" isLoading={send.isPending} disabled={files.isSending || files.hasFailed}>
          Hand in
        </Button>
        <span className={styles.state} role="status">
          {files.isSending ? 'Sending your files…' : STATES[written.state]}
        </span>
      </div>
    </form>
  )
}
