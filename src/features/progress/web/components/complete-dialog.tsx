import { CONFIRMATIONS } from '#kernel/product/texts.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { completeEnrollment } from '../../contract.ts'

type CompleteDialogProps = { relatedId: number; learner: string; onClose: () => void; onSaved: () => void }

/**
 * The complete-user-course dialog for people who may edit enrollments; they enter the reason (LRN-029, LRN-030,
 * UIX-025).
 */
export function CompleteDialog({ relatedId, learner, onClose, onSaved }: CompleteDialogProps) {
  const api = useApi()
  const { title, text } = CONFIRMATIONS.complete_course
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      text={`${text} All that is open is set to finished for ${learner}; results stay as they are.`}
      saveLabel="Complete course"
      savedText="The course is completed."
      defaults={{ reason: '' }}
      save={(_, { reason }) => api.call(completeEnrollment, { params: { id: relatedId }, body: { reason } })}
      onSaved={onSaved}
    >
      <Wide>
        <TextAreaField
          name="reason"
          label="Reason"
          description="Saved with the enrollment and in the activity log."
          maxLength={1000}
          required
        />
      </Wide>
    </FormDialog>
  )
}
