import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import type { PageViewer } from '#kernel/session.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { DetailForm, FormSection, Wide } from '#ui/app/detail-form.tsx'
import { TextField } from '#ui/app/fields.tsx'
import { Alert } from '#ui/public/alert.tsx'
import { updateUser } from '../../contract.ts'
import { ProfileFrame } from '../components/profile-frame.tsx'

const needed = z.optional(z.nullable(z.string()).check(rule.required()))
// Who clears one of them could go nowhere else any more (ROU-122).
const BODY = z.object({ first_name: needed, last_name: needed, email: z.optional(rule.email()) })

type Names = Pick<PageViewer, 'first_name' | 'middle_name' | 'last_name'>

/** What every page knows of the person is read with the page; a changed name is put there without reading it again. */
const useRename = () => {
  const router = useRouter()
  return async (names: Names) => {
    const { context } = router.options
    const { viewer } = context.session
    if (!viewer) return
    const session = { ...context.session, viewer: { ...viewer, ...names } }
    router.update({ ...router.options, context: { ...context, session } })
    await router.invalidate()
  }
}

/** The own name, and the own e-mail, which changes when its link is opened (AUT-051). */
export function SettingsScreen({ pendingEmail }: { pendingEmail: string | null }) {
  const { viewer } = useSession()
  return viewer && <Settings key={viewer.user_id} viewer={viewer} asked={pendingEmail} />
}

function Settings({ viewer, asked }: { viewer: PageViewer; asked: string | null }) {
  const api = useApi()
  const rename = useRename()
  const [pending, setPending] = useState(asked)
  const { user_id: id, first_name, middle_name, last_name, email } = viewer
  const record = { first_name: first_name ?? '', middle_name: middle_name ?? '', last_name: last_name ?? '', email }
  const isComplete = Boolean(first_name && last_name && email)
  return (
    <ProfileFrame title="Profile">
      <DetailForm
        defaults={{ first_name: '', middle_name: '', last_name: '', email: '' }}
        record={record}
        schema={BODY}
        save={async (payload) => {
          const { data } = await api.call(updateUser, {
            params: { id },
            body: payload as Input<typeof updateUser>['body'],
          })
          return data
        }}
        onSaved={(answer) => {
          const data = answer as { pending_email: string | null } & Names
          if (data.pending_email) setPending(data.pending_email)
          const { first_name, middle_name, last_name } = data
          void rename({ first_name, middle_name, last_name })
        }}
      >
        {!isComplete && (
          <Alert tone="warning" title="Please complete your name">
            First name, last name and e-mail are needed before you can go on.
          </Alert>
        )}
        <FormSection title="Name" text="It stands on your certificates exactly as it is written here.">
          <TextField name="first_name" label="First name" autoComplete="given-name" required />
          <TextField name="last_name" label="Last name" autoComplete="family-name" required />
          <TextField name="middle_name" label="Middle name" autoComplete="additional-name" />
        </FormSection>
        <FormSection title="E-mail" text="You sign in with it, and everything we send goes there.">
          <TextField name="email" type="email" label="E-mail" autoComplete="email" required />
          {pending && pending !== email && (
            <Wide>
              <Alert isLive title="One more step">
                We have sent a link to {pending}. Your e-mail changes when you open it; until then {email} stays.
              </Alert>
            </Wide>
          )}
        </FormSection>
      </DetailForm>
    </ProfileFrame>
  )
}
