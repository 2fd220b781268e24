import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rule, z } from '#kernel/schema.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { PasswordField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { setUserPassword } from '../../contract.ts'
import { PersonFrame } from '../components/person-frame.tsx'
import { personQueries } from '../queries.ts'

const BODY = z
  .object({ password: rule.password(), password_confirmation: z._default(z.string(), '') })
  .check(rule.passwordConfirmation())

/** Sets a password for somebody, which ends their sessions (USR-032, USR-039). */
export function ChangePasswordScreen({ id }: { id: number }) {
  const api = useApi()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  // After a save the form begins again, empty.
  const [saves, setSaves] = useState(0)
  if (!person.membership?.can_change)
    return (
      <PersonFrame id={id}>
        <Alert tone="warning" title="You cannot set this password">
          {person.display_name} has a role above yours, so only people with a higher role can set their password.
        </Alert>
      </PersonFrame>
    )
  if (person.email === null)
    return (
      <PersonFrame id={id}>
        <Alert tone="info" title="No password is needed">
          {person.display_name} has no e-mail and signs in with a badge. Give a start code on the overview instead.
        </Alert>
      </PersonFrame>
    )
  const { password_provider: provider } = person.membership
  if (provider !== null)
    return (
      <PersonFrame id={id}>
        <Alert tone="info" title="No password is needed">
          {person.display_name} signs in with {provider}. This portal takes no password from {person.email}.
        </Alert>
      </PersonFrame>
    )
  return (
    <PersonFrame id={id}>
      <DetailForm
        key={saves}
        defaults={{ password: '', password_confirmation: '' }}
        schema={BODY}
        saveLabel="Set password"
        savedText={`${person.display_name} can sign in with the new password.`}
        save={(_, body) => api.call(setUserPassword, { params: { id }, body })}
        onSaved={() => setSaves((count) => count + 1)}
      >
        <FormSection
          title="New password"
          text={`${person.display_name} is signed out everywhere and signs in with this password from then on. They can change it in their profile.`}
        >
          <Wide>
            <PasswordField name="password" label="New password" autoComplete="new-password" required />
          </Wide>
          <Wide>
            <PasswordField
              name="password_confirmation"
              label="New password again"
              autoComplete="new-password"
              required
            />
          </Wide>
        </FormSection>
      </DetailForm>
    </PersonFrame>
  )
}
