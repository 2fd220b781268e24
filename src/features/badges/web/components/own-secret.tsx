import { useState } from 'react'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { PasswordField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { changeBadgeSecret } from '../../contract.ts'

const EMPTY = { old_secret: '', secret: '', secret_confirmation: '' }

/** Changes the PIN or password of the own badge (BDG-020, BDG-034). */
export function OwnSecret() {
  const api = useApi()
  // After a save the form begins again, empty.
  const [round, setRound] = useState(0)
  return (
    <DetailForm
      key={round}
      defaults={EMPTY}
      saveLabel="Change PIN"
      savedText="Your PIN is changed."
      sendsUnchanged
      save={(_, body) => api.call(changeBadgeSecret, { body })}
      onSaved={() => setRound(round + 1)}
    >
      <FormSection
        title="PIN or password of your badge"
        text="Six digits, or a password of at least 8 characters. Your other devices are signed out. If you forgot it, ask your manager for a new start code."
      >
        <Wide>
          <PasswordField
            name="old_secret"
            label="Current PIN or password"
            autoComplete="current-password"
            maxLength={200}
            required
          />
        </Wide>
        <PasswordField name="secret" label="New PIN or password" autoComplete="new-password" maxLength={200} required />
        <PasswordField
          name="secret_confirmation"
          label="PIN or password again"
          autoComplete="new-password"
          maxLength={200}
          required
        />
      </FormSection>
    </DetailForm>
  )
}
