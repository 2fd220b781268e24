import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import type { Input } from '#kernel/endpoint.ts'
import { formatDay } from '#kernel/format/day.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { DateField, TextAreaField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { ShownFile } from '#ui/documents/file-list.tsx'
import { IconCheck } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { decideDocument } from '../../contract.ts'
import styles from '../documents.module.css'
import type { WaitingDocument } from '../queries.ts'

type DrawerProps = { document: WaitingDocument; onClose: () => void }

/** One document with its file, to accept or reject (CMP-027). */
export function ReviewDrawer({ document, onClose }: DrawerProps) {
  const { person, requirement, file } = document
  return (
    <Dialog isOpen onClose={onClose} title={`${requirement.title}: ${person.name}`} size="xl">
      <div className={styles.review}>
        <div className={styles.preview}>
          {file ? (
            <ShownFile file={file} />
          ) : (
            <p className={styles.note}>No file was asked for. Please check the number with the issuer.</p>
          )}
        </div>
        <div className={styles.side}>
          <DataList
            items={[
              { label: 'Person', value: <Anchor href={`/users/${person.id}`}>{person.name}</Anchor> },
              ...(document.issuer ? [{ label: 'Issued by', value: document.issuer }] : []),
              ...(document.number ? [{ label: 'Number', value: document.number }] : []),
              { label: 'Issue date', value: formatDay(document.from_day, 'long') },
              { label: 'Expiry date', value: document.until_day ? formatDay(document.until_day, 'long') : 'None' },
              { label: 'Uploaded', value: <TimeText value={document.created_at} /> },
            ]}
          />
          {file && (
            <Anchor href={file.url} isNewTab>
              Open the file
            </Anchor>
          )}
          {document.can_decide ? (
            <Decision document={document} onClose={onClose} />
          ) : (
            <Alert>Someone else has to review your own documents.</Alert>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Decision({ document, onClose }: DrawerProps) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<'choosing' | 'rejecting' | 'correcting'>('choosing')
  const done = () => queryClient.invalidateQueries().then(onClose)
  const accept = useCall(decideDocument, {
    onSuccess: async () => {
      await done()
      toast.success(`Accepted. ${document.person.name} gets an e-mail.`)
    },
    onError: async (error) => {
      toast.error(error)
      // Somebody else decided, or a newer one took its place: the list says what is left.
      if (error.status === 409) await done()
    },
  })
  const form = { document, onDone: done, onCancel: () => setStep('choosing') }
  if (step === 'rejecting') return <RejectForm {...form} />
  if (step === 'correcting') return <DatesForm {...form} />
  return (
    <>
      <Button
        variant="soft"
        size="sm"
        className={styles.correct}
        disabled={accept.isPending}
        onClick={() => setStep('correcting')}
      >
        Correct the dates
      </Button>
      <div className={styles.decision}>
        <Button variant="danger-outline" disabled={accept.isPending} onClick={() => setStep('rejecting')}>
          Reject
        </Button>
        <Button
          icon={IconCheck}
          isLoading={accept.isPending}
          onClick={() => accept.mutate({ params: { id: document.id }, body: { decision: 'accepted' } })}
        >
          Accept
        </Button>
      </div>
    </>
  )
}

type FormProps = { document: WaitingDocument; onDone: () => Promise<unknown>; onCancel: () => void }

type Decision = Input<typeof decideDocument>['body']

/** Decides by a form. Where somebody else did, or a newer one took its place, the list says what is left. */
const useDecision = ({ document, onDone }: Pick<FormProps, 'document' | 'onDone'>) => {
  const api = useApi()
  return async (body: Decision) => {
    try {
      return await api.call(decideDocument, { params: { id: document.id }, body })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await onDone()
      throw error
    }
  }
}

/** What the document says, where the person typed something else (CMP-029). */
function DatesForm({ document, onDone, onCancel }: FormProps) {
  const decide = useDecision({ document, onDone })
  const record = useRecordForm<{ from_day: string; until_day: string }>({
    defaults: { from_day: document.from_day, until_day: document.until_day ?? '' },
    savedText: `Accepted with the corrected dates. ${document.person.name} gets an e-mail.`,
    save: (_, { from_day, until_day }) =>
      decide({ decision: 'accepted', days: { from_day, until_day: until_day || null } }),
    onSaved: () => void onDone(),
  })
  return (
    <RecordFields record={record} className={styles.form}>
      <DateField name="from_day" label="Issue date" />
      <DateField name="until_day" label="Expiry date" description="Leave it empty if it does not expire." />
      <div className={styles.decision}>
        <Button variant="outline" onClick={onCancel}>
          Back
        </Button>
        <Button
          type="submit"
          icon={IconCheck}
          isLoading={record.isSaving}
          disabled={!record.canSave || record.values.from_day === ''}
        >
          Accept with these dates
        </Button>
      </div>
    </RecordFields>
  )
}

/** What is wrong with it, for the person who uploads it again. */
function RejectForm({ document, onDone, onCancel }: FormProps) {
  const decide = useDecision({ document, onDone })
  const record = useRecordForm<{ reason: string }>({
    defaults: { reason: '' },
    savedText: `Rejected. ${document.person.name} gets an e-mail with the reason.`,
    save: (_, { reason }) => decide({ decision: 'rejected', reason }),
    onSaved: () => void onDone(),
  })
  return (
    <RecordFields record={record} className={styles.form}>
      <TextAreaField
        name="reason"
        label="What is wrong?"
        description="The person reads this and uploads it again."
        maxLength={500}
        autosize
        minRows={3}
        autoFocus
      />
      <div className={styles.decision}>
        <Button variant="outline" onClick={onCancel}>
          Back
        </Button>
        <Button
          type="submit"
          variant="danger"
          isLoading={record.isSaving}
          disabled={!record.canSave || record.values.reason.trim() === ''}
        >
          Reject document
        </Button>
      </div>
    </RecordFields>
  )
}
