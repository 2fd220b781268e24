import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { DateField, TextField } from '#ui/app/form/fields.tsx'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { uploadDocument } from '../../contract.ts'
import { DOCUMENT_FILE } from '../../rules/upload.ts'
import styles from '../documents.module.css'
import type { OwnRequirement } from '../queries.ts'

type Values = { issuer: string; number: string; from_day: string; until_day: string }
type DialogProps = { requirement: OwnRequirement; onClose: () => void }

/** Uploads a license or document with what its terms ask for (CMP-017, CMP-026). */
export function UploadDialog({ requirement, onClose }: DialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Upload ${requirement.title}`}>
      <UploadForm requirement={requirement} onClose={onClose} />
    </Dialog>
  )
}

function UploadForm({ requirement, onClose }: DialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const { id, asks, hint, documents } = requirement
  const record = useRecordForm<Values>({
    // The authority and number of a license stay when it is renewed.
    defaults: {
      issuer: documents[0]?.issuer ?? '',
      number: documents[0]?.number ?? '',
      from_day: '',
      until_day: '',
    },
    savedText: 'Uploaded. You get an e-mail when it has been reviewed.',
    save: (_, { issuer, number, from_day, until_day }) => {
      const body = {
        requirement_id: id,
        from_day,
        ...(issuer && { issuer }),
        ...(number && { number }),
        ...(until_day && { until_day }),
      }
      const form = new FormData()
      for (const [name, value] of Object.entries(body)) form.append(name, String(value))
      if (file) form.append('file', file)
      return api.call(uploadDocument, { body }, { files: form })
    },
    onSaved: () => void queryClient.invalidateQueries().then(onClose),
  })
  const { values } = record
  const isComplete =
    values.from_day !== '' &&
    (!asks.includes('file') || file !== null) &&
    (!asks.includes('expiry') || values.until_day !== '') &&
    (!asks.includes('issuer') || values.issuer !== '') &&
    (!asks.includes('number') || values.number !== '')
  return (
    <RecordFields record={record} className={styles.form}>
      {hint && <p className={styles.hint}>{hint}</p>}
      {asks.includes('file') && (
        <FileDrop
          label="Photo or PDF of the document"
          rule={DOCUMENT_FILE}
          hasCamera
          files={file ? [{ id: 0, name: file.name, size: file.size }] : []}
          onFiles={([chosen]) => setFile(chosen ?? null)}
          onRemove={() => setFile(null)}
          data-path="file"
        />
      )}
      {asks.includes('issuer') && (
        <TextField
          name="issuer"
          label="Issued by"
          description="Such as a state or a training provider."
          maxLength={120}
        />
      )}
      {asks.includes('number') && <TextField name="number" label="Number" maxLength={60} autoComplete="off" />}
      <div className={styles.pair}>
        <DateField name="from_day" label="Issue date" />
        {asks.includes('expiry') && <DateField name="until_day" label="Expiry date" />}
      </div>
      <DialogButtons>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave || !isComplete}>
          Upload
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}
