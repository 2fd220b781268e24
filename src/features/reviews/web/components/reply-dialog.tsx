import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { updateReview } from '../../contract.ts'
import type { ListedReview } from '../queries.ts'
import styles from '../reviews.module.css'
import { ReviewCard } from './review-card.tsx'

type ReplyDialogProps = { review: ListedReview; onClose: () => void; onSaved: () => void }

/** The public answer to a review; an empty one takes it back (REV-027). */
export function ReplyDialog({ review, onClose, onSaved }: ReplyDialogProps) {
  const api = useApi()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Answer the review"
      saveLabel="Save answer"
      savedText="The answer is saved."
      defaults={{ reply: '' }}
      record={{ reply: review.reply?.text ?? '', ...versioned(review) }}
      sendsUnchanged
      save={async (_, { reply }, options) => {
        const body = { reply: String(reply).trim() || null }
        await api.call(updateReview, { params: { id: review.id }, body }, options)
      }}
      onSaved={onSaved}
    >
      {() => (
        <Wide>
          <div className={styles.form}>
            <ReviewCard review={{ ...review, reply: null }} />
            <TextAreaField
              name="reply"
              label="Your answer"
              description="Everyone who reads the review sees it. Leave it empty to remove it."
              autosize
              minRows={4}
              maxLength={4000}
            />
          </div>
        </Wide>
      )}
    </FormDialog>
  )
}
