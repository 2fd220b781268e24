import { type ReactNode, useState } from 'react'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { PasswordField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { changePassword } from '../../contract.ts'
import { PasswordResetDialog } from '../components/password-reset-dialog.tsx'

const EMPTY = { old_password: '', password: '', password_confirmation: '' }

type ChangePasswordProps = {
  provider: string | null
  /** What takes the place of the password for those who signed in with a badge (BDG-034). */
  badge?: ReactNode
}

/** Changes the own password, for those who use one; closed while somebody works as another person (AUT-021, SSO-028). */
export function ChangePasswordScreen({ provider, badge }: ChangePasswordProps) {
  const { viewer } = useSession()
  const [round, setRound] = useState(0)
  return (
    <ProfileFrame title="Profile">
      {viewer?.impersonator_id ? (
        <Alert tone="warning" title="Not available while you work as someone else">
          Only {viewer.first_name ?? 'the person'} can change this password. Return to your account to change yours.
        </Alert>
      ) : viewer?.is_by_badge ? (
        badge
      ) : provider !== null ? (
        <Alert tone="info" title={`You sign in with ${provider}`}>
          You need no password here. Change it at {provider} if you have one there.
        </Alert>
      ) : (
        <PasswordForm key={round} onSaved={() => setRound(round + 1)} />
      )}
    </ProfileFrame>
  )
}

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const api = useApi()
  const { viewer } = useSession()
  const [isForgotten, setForgotten] = useState(false)
  return (
    <>
      <DetailForm
        defaults={EMPTY}
        schema={changePassword.body}
        saveLabel="Change password"
        savedText="Your password is changed."
        save={(_, body) => api.call(changePassword, { body })}
        onSaved={onSaved}
      >
        <FormSection
          title="Password"
          text="At least 8 characters with a letter, a digit and a special character. Your other devices are signed out."
        >
          <Wide>
            <PasswordField name="old_password" label="Current password" autoComplete="current-password" required />
          </Wide>
          <PasswordField name="password" label="New password" autoComplete="new-password" required />
          <PasswordField name="password_confirmation" label="New password again" autoComplete="new-password" required />
          <Wide>
            <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setForgotten(true)}>
              Forgot your current password?
            </Button>
          </Wide>
        </FormSection>
      </DetailForm>
      {isForgotten && <PasswordResetDialog email={viewer?.email ?? ''} onClose={() => setForgotten(false)} />}
    </>
  )
}
