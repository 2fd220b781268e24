import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { DateField, TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createApiToken } from '../../contract.ts'
import { lastExpiry } from '../../rules/expiry.ts'
import styles from './tokens.module.css'

const SCHEMA = z.object({
  name: z._default(z.string(), '').check(rule.required(), rule.maxCharacters(100)),
  expires_at: z._default(z.string(), '').check(rule.required()),
})
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
const MONTH_DAYS = 90

type CreatedToken = Wire<typeof createApiToken>['data']

/** Makes a token and shows its text, this once (USR-013). */
export function CreateTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: () => unknown }) {
  const [created, setCreated] = useState<CreatedToken | null>(null)
  return created ? (
    <NewTokenDialog made={created} onClose={onClose} />
  ) : (
    <Asking
      onClose={onClose}
      onMade={(token) => {
        setCreated(token)
        onMade()
      }}
    />
  )
}

function Asking({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedToken) => void }) {
  const api = useApi()
  const record = useRecordForm({
    defaults: { name: '', expires_at: inDays(MONTH_DAYS) },
    schema: SCHEMA,
    savedText: false,
    save: async (_, { name, expires_at }) => {
      // The whole day counts, in UTC as everywhere; the last one only up to this hour.
      const end = new Date(`${expires_at}T23:59:59Z`)
      const last = lastExpiry(new Date(Date.now() - 60_000))
      const until = dayOf(end) === dayOf(last) ? last : end
      const { data } = await api.call(createApiToken, { body: { name, expires_at: until.toISOString() } })
      return data
    },
    onSaved: (answer) => onMade(answer as CreatedToken),
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Create an API token"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button isLoading={record.isSaving} disabled={!record.canSave} onClick={() => void record.submit()}>
            Create
          </Button>
        </>
      }
    >
      <RecordFields record={record} className={styles.form}>
        <TextField
          name="name"
          label="Name"
          description="What the token is for, such as the program that uses it."
          required
          maxLength={100}
        />
        <DateField
          name="expires_at"
          label="Valid until"
          description="At most one year from today."
          required
          min={inDays(0)}
          max={dayOf(lastExpiry(new Date()))}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </RecordFields>
    </Dialog>
  )
}

function NewTokenDialog({ made, onClose }: { made: CreatedToken; onClose: () => void }) {
  return (
    <Dialog isOpen isStrict onClose={onClose} title="Your new token" footer={<Button onClick={onClose}>Done</Button>}>
      <div className={styles.form}>
        <Alert tone="warning" title="Copy it now">
          This is the only time the token is shown. If you lose it, revoke it and create another one.
        </Alert>
        <CopyField label={made.name} value={made.token} hint="Send it as the header “Authorization: Bearer …”." />
      </div>
    </Dialog>
  )
}
