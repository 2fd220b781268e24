import { useQueryClient } from '@tanstack/react-query'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { resetIdentityAnswers } from '../../contract-identity.ts'
import { enrollmentRules } from '../queries.ts'
import styles from './identity.module.css'

/** Resets the answers of a learner to identity questions, with a reason (TRD-067). */
export function ResetDialog({ relatedId, onClose }: { relatedId: number; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const record = useRecordForm<{ reason: string }>({
    defaults: { reason: '' },
    savedText: 'The answers are reset.',
    save: async (_, body) => {
      await api.call(resetIdentityAnswers, { params: { id: relatedId }, body })
      await client.invalidateQueries({ queryKey: enrollmentRules(api, relatedId).queryKey })
    },
    onSaved: onClose,
  })
  return (
    <Dialog isOpen onClose={onClose} title="Reset identity answers">
      <RecordFields record={record} className={styles.form}>
        <p>
          The learner sets up new answers the next time they open a course that asks identity questions. The present
          answers are deleted. A locked course stays locked.
        </p>
        <TextAreaField
          name="reason"
          label="Reason"
          description="How you know who is asking for it. It stays in the activity log."
          maxLength={500}
          autosize
          minRows={2}
        />
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={record.isSaving} disabled={record.values.reason.trim() === ''}>
            Reset answers
          </Button>
        </DialogButtons>
      </RecordFields>
    </Dialog>
  )
}
