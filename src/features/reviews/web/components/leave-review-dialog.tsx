import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Textarea } from '#ui/public/parts/field.tsx'
import { createReview } from '../../contract.ts'
import { RATINGS } from '../../rules/reviews.ts'
import { refreshReviews } from '../queries.ts'
import styles from '../reviews.module.css'
import { RatingInput } from './rating-input.tsx'

type LeaveReviewDialogProps = { isOpen: boolean; onClose: () => void; slug: string; relatedId: number; title: string }

/** The leave-user-review dialog (REV-001, UIX-025). */
export function LeaveReviewDialog({ isOpen, onClose, slug, relatedId, title }: LeaveReviewDialogProps) {
  const form = useId()
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const draft = `review-draft ${viewer?.user_id} ${relatedId}`
  const [text, setText] = useDraft(draft)
  const [stars, setStars] = useDraft(`${draft} stars`)
  const rating = RATINGS.find((one) => String(one) === stars) ?? null
  const [isAsked, setAsked] = useState(false)
  const call = useCall(createReview, {
    onSuccess: async () => {
      setText('')
      setStars('')
      await refreshReviews(queryClient)
      toast.success('Thank you. Your review is waiting for approval.')
      onClose()
    },
    onError: (error) => {
      if (!error.errors.text) void toast.error(error)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (rating !== null)
      call.mutate({ params: { slug }, body: { rating, text: text.trim() || null, related_id: relatedId } })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="How was the course?"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" form={form} isLoading={call.isPending}>
            Send review
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send} noValidate>
        <p className={styles.muted}>Tell others what {title} is like. Your name is shown with it after approval.</p>
        <RatingInput
          value={rating}
          onChange={(one) => setStars(String(one))}
          error={isAsked && rating === null ? 'Please choose a rating.' : undefined}
        />
        <Field label="Your review" hint="Optional, up to 4,000 characters" error={call.error?.errors.text?.[0]}>
          <Textarea rows={6} maxLength={4000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
