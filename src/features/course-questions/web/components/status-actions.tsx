import { useQueryClient } from '@tanstack/react-query'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { IconCircleCheck, IconMessageCircle } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { updateCourseQuestion } from '../../contract.ts'
import { QUESTION_STATUS, QUESTION_STATUS_NAMES, type QuestionStatus } from '../../rules/questions.ts'
import { refreshQuestions } from '../queries.ts'

/** Open or closed, in a word (REV-015). */
export function QuestionBadge({ status }: { status: QuestionStatus }) {
  const isOpen = status === QUESTION_STATUS.opened
  return (
    <StatusBadge
      status={isOpen ? 'opened' : 'closed'}
      label={QUESTION_STATUS_NAMES[status]}
      tone={isOpen ? 'info' : 'neutral'}
      icon={isOpen ? IconMessageCircle : IconCircleCheck}
    />
  )
}

type StatusButtonProps = { slug: string; question: { id: number; status: QuestionStatus } }

/** Closes a question, or opens it again. */
export function StatusButton({ slug, question: { id, status } }: StatusButtonProps) {
  const queryClient = useQueryClient()
  const call = useCall(updateCourseQuestion, {
    onSuccess: () => refreshQuestions(queryClient),
    onError: (error) => void toast.error(error),
  })
  const isOpen = status === QUESTION_STATUS.opened
  const next = isOpen ? QUESTION_STATUS.closed : QUESTION_STATUS.opened
  return (
    <Button
      variant="outline"
      isLoading={call.isPending}
      onClick={() => call.mutate({ params: { slug, questionId: id }, body: { status: next } })}
    >
      {isOpen ? 'Close question' : 'Reopen question'}
    </Button>
  )
}
