import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAddressCheck } from '#features/addresses/web/public.ts'
import { TokenSection } from '#features/api-tokens/web/public.ts'
import type { PageViewer } from '#kernel/access/session.ts'
import type { Input, Wire } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { type showUser, updateUser } from '../../contract.ts'
import { profileFields } from '../../rules/profile-fields.ts'
import styles from '../accounts.module.css'
import { AddressSection, addressAmong, StateField } from '../components/address-section.tsx'
import { AvatarSection } from '../components/avatar-section.tsx'
import { ProfileFrame } from '../components/profile-frame.tsx'
import { ownProfile } from '../queries.ts'

const needed = z.optional(z.nullable(z.string()).check(rule.required()))
// Without them the person could not go anywhere else any more (ROU-122).
const BODY = z.object({
  ...profileFields,
  first_name: needed,
  last_name: needed,
})

const PLACE = { address: '', address_2: '', city: '', state: '', zip_code: '' }
const placed = (kind: string) => Object.fromEntries(Object.keys(PLACE).map((part) => [`${kind}_${part}`, '']))
const DEFAULTS: Record<string, string> = {
  first_name: '',
  middle_name: '',
  last_name: '',
  username: '',
  email: '',
  direct_number: '',
  city: '',
  state: '',
  zip_code: '',
  ...placed('billing'),
  ...placed('shipping'),
}

type Person = Omit<Wire<typeof showUser>['data'], 'membership'>
type ShownProfile = Pick<PageViewer, 'first_name' | 'middle_name' | 'last_name' | 'username' | 'avatar'>

/** What every page knows of the person is read with the page; what has changed is put there without reading it again. */
const useShown = () => {
  const router = useRouter()
  return async ({ first_name, middle_name, last_name, username, avatar }: ShownProfile) => {
    const { context } = router.options
    const { viewer } = context.session
    if (!viewer) return
    const changed = { ...viewer, first_name, middle_name, last_name, username, avatar }
    router.update({ ...router.options, context: { ...context, session: { ...context.session, viewer: changed } } })
    await router.invalidate()
  }
}

/** The own profile, picture, addresses and API tokens (USR-012); a changed e-mail waits for its link (AUT-051). */
export function SettingsScreen({ pendingEmail, ownData }: { pendingEmail: string | null; ownData: ReactNode }) {
  const { viewer } = useSession()
  return (
    viewer && (
      <Settings
        key={viewer.user_id}
        id={viewer.user_id}
        isSomebodyElse={viewer.impersonator_id !== null}
        requested={pendingEmail}
        ownData={ownData}
      />
    )
  )
}

type SettingsProps = { id: number; isSomebodyElse: boolean; requested: string | null; ownData: ReactNode }

function Settings({ id, isSomebodyElse, requested, ownData }: SettingsProps) {
  const api = useApi()
  const { portal } = useSession()
  const queryClient = useQueryClient()
  const show = useShown()
  const billing = useAddressCheck()
  const shipping = useAddressCheck()
  const [pending, setPending] = useState(requested)
  const query = ownProfile(api, id)
  const person = useSuspenseQuery(query).data.data
  const take = (data: Person) => {
    queryClient.setQueryData(query.queryKey, { data: { ...data, membership: null } })
    void show(data)
  }
  const isComplete = Boolean(person.first_name && person.last_name)
  // Somebody without an e-mail signs in with a badge, and may add one (BDG-028).
  const hasEmail = person.email !== null
  return (
    <ProfileFrame title="Profile">
      <div className={styles.stack}>
        <p>This profile belongs to {portal.name}. You have a separate profile in every other portal.</p>
        <AvatarSection person={person} onChange={take} />
        <DetailForm
          defaults={DEFAULTS}
          record={person as object}
          schema={BODY}
          maySave={async (values) =>
            (await billing.mayUse(addressAmong(values, 'billing'))) &&
            (await shipping.mayUse(addressAmong(values, 'shipping')))
          }
          save={async (payload, _, options) => {
            const body = payload as Input<typeof updateUser>['body']
            return (await api.call(updateUser, { params: { id }, body }, options)).data
          }}
          onSaved={(answer) => {
            const { pending_email, ...data } = answer as Wire<typeof updateUser>['data']
            if (pending_email) setPending(pending_email)
            take(data)
          }}
        >
          {!isComplete && (
            <Alert tone="warning" title="Please complete your name">
              Enter your first and last name to continue.
            </Alert>
          )}
          <FormSection title="Name" text="Your certificates show it exactly as you write it here.">
            <TextField name="first_name" label="First name" autoComplete="given-name" required maxLength={100} />
            <TextField name="last_name" label="Last name" autoComplete="family-name" required maxLength={100} />
            <TextField name="middle_name" label="Middle name" autoComplete="additional-name" maxLength={100} />
            <TextField
              name="username"
              label="Username"
              description="Letters, digits, hyphens and underscores; must be unique."
              autoComplete="username"
              maxLength={50}
            />
          </FormSection>
          <FormSection
            title="Contact"
            text={
              hasEmail
                ? 'You sign in with this e-mail, and we send everything there.'
                : 'You sign in with your badge. With an e-mail, you can sign in with that too, and we send you news there.'
            }
          >
            <TextField
              name="email"
              type="email"
              label="E-mail"
              autoComplete="email"
              required={hasEmail}
              {...(!hasEmail && { description: 'Optional. It counts once you open the link we send there.' })}
            />
            <TextField
              name="direct_number"
              type="tel"
              label="Phone"
              placeholder="+1 212 555 0147"
              autoComplete="tel"
              maxLength={30}
            />
            {pending && pending !== person.email && (
              <Wide>
                <Alert isLive title="One more step">
                  {hasEmail
                    ? `We have sent a link to ${pending}. Your e-mail changes when you open it; until then ${person.email} stays.`
                    : `We have sent a link to ${pending}. It is yours once you open the link.`}
                </Alert>
              </Wide>
            )}
            <TextField name="city" label="City" autoComplete="address-level2" maxLength={100} />
            <StateField name="state" />
            <TextField name="zip_code" label="ZIP code" autoComplete="postal-code" inputMode="numeric" maxLength={10} />
          </FormSection>
          <AddressSection
            kind="billing"
            check={billing}
            title="Billing address"
            text="Filled in for you at checkout. In the USA."
          />
          <AddressSection
            kind="shipping"
            check={shipping}
            title="Shipping address"
            text="Where printed material goes. In the USA."
          />
        </DetailForm>
        {isSomebodyElse ? null : (
          <>
            <TokenSection />
            {ownData}
          </>
        )}
      </div>
    </ProfileFrame>
  )
}
