import { useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { RadioGroup } from '#ui/public/parts/field.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { updateSignOn } from '../../contract.ts'
import type { PasswordSignIn } from '../../rules/password-sign-in.ts'
import styles from '../sign-on.module.css'

const CHOICES: { value: PasswordSignIn; label: string }[] = [
  { value: 'on', label: 'Everyone' },
  { value: 'domains', label: 'Everyone except people with a verified e-mail domain' },
  { value: 'off', label: 'Nobody: single sign-on is required' },
]

const QUESTIONS: Record<PasswordSignIn, string> = {
  on: 'Everyone who has a password can sign in with it again.',
  domains: 'People whose e-mail is in a verified domain can no longer sign in with a password or reset it.',
  off: 'Nobody in this portal can sign in with a password or reset it. Administrators can still get in with a link sent by e-mail.',
}

type Props = { mode: PasswordSignIn; isReadOnly: boolean; onChanged: () => unknown }

/** Who may still sign in with a password (SSO-011). */
export function PasswordsCard({ mode, isReadOnly, onChanged }: Props) {
  const save = useCall(updateSignOn, {
    onSuccess: () => {
      toast.success('Saved.')
      onChanged()
    },
    onError: (error) => void toast.error(error),
  })
  const choose = async (next: string) => {
    const chosen = CHOICES.find(({ value }) => value === next)?.value
    if (isReadOnly || !chosen || chosen === mode) return
    const question = { title: 'Change who can use a password?', text: QUESTIONS[chosen], yes: 'Change' }
    if (await confirm(question)) save.mutate({ body: { password_sign_in: chosen } })
  }
  return (
    <Card>
      <div className={styles.card}>
        <div className={styles.head}>
          <div>
            <h2>Passwords</h2>
            <p>Administrators of this portal can always get in with a one-time link sent by e-mail.</p>
          </div>
        </div>
        <RadioGroup
          legend="Who can sign in with a password"
          name="password_sign_in"
          options={CHOICES.map((choice) => ({ ...choice, isDisabled: isReadOnly }))}
          value={mode}
          onChange={(next) => void choose(next)}
        />
      </div>
    </Card>
  )
}
