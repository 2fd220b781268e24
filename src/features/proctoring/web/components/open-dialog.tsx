import { useQueryClient } from '@tanstack/react-query'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listProctoring, OPENING_MINUTES, openExam } from '../../contract.ts'
import styles from '../proctoring.module.css'
import type { WaitingShown } from '../queries.ts'

type Values = { place: string; identity_check: string }
type DialogProps = { waiting: WaitingShown; place: string; onClose: () => void }

/** Opens an exam for one attempt, with how the proctor checked who is there (TRD-040). */
export function OpenDialog({ waiting: { related_id, exam, learner }, place, onClose }: DialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const record = useRecordForm<Values>({
    defaults: { place, identity_check: '' },
    savedText: `The exam is open for ${learner.display_name}.`,
    save: (_, values) => api.call(openExam, { body: { related_id, exam_id: exam.id, ...values } }),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: [listProctoring.path] })
      onClose()
    },
  })
  const { values } = record
  const isFilled = values.place.trim() !== '' && values.identity_check.trim() !== ''
  return (
    <Dialog isOpen onClose={onClose} title={`Open ${exam.title}`}>
      <RecordFields record={record} className={styles.form}>
        <p>
          Check the ID of <strong>{learner.display_name}</strong>. They can then start one attempt within{' '}
          {OPENING_MINUTES} minutes. Stay with them until the end.
        </p>
        <TextField
          name="identity_check"
          label="How you checked the ID"
          description="For example driver's license. Do not enter its number."
          maxLength={200}
        />
        <TextField name="place" label="Place" description="For example Denver yard, classroom 2." maxLength={120} />
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={record.isSaving} disabled={!isFilled}>
            Open exam
          </Button>
        </DialogButtons>
      </RecordFields>
    </Dialog>
  )
}
