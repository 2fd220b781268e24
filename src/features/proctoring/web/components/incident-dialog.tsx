import { useQueryClient } from '@tanstack/react-query'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listProctoring, recordIncident } from '../../contract.ts'
import styles from '../proctoring.module.css'
import type { OpeningShown } from '../queries.ts'

/** Records what happened during an attempt (TRD-042). */
export function IncidentDialog({ opening, onClose }: { opening: OpeningShown; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const record = useRecordForm<{ text: string }>({
    defaults: { text: '' },
    savedText: 'The incident is recorded.',
    save: (_, values) => api.call(recordIncident, { params: { id: opening.id }, body: values }),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: [listProctoring.path] })
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={`Record an incident of ${opening.learner.display_name}`}>
      <RecordFields record={record} className={styles.form}>
        <TextAreaField
          name="text"
          label="What happened"
          description="It stays in the record of the attempt and cannot be changed."
          maxLength={1000}
          autosize
          minRows={3}
        />
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={record.isSaving} disabled={record.values.text.trim() === ''}>
            Record incident
          </Button>
        </DialogButtons>
      </RecordFields>
    </Dialog>
  )
}
