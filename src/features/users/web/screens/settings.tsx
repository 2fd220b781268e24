import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { updateUser } from '#features/accounts/contract.ts'
import { AddressSection, addressAmong, StateField } from '#features/accounts/web/public.ts'
import { useAddressCheck } from '#features/addresses/web/public.ts'
import { TokenRows } from '#features/api-tokens/web/public.ts'
import { PersonBadge } from '#features/badges/web/public.ts'
import { PersonMobile } from '#features/text-messages/web/public.ts'
import { resetTwoFactor } from '#features/two-factor/contract.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconCheck, IconLock } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { confirmShippingAddress, deleteUserToken } from '../../contract.ts'
import { ExternalId } from '../components/external-id.tsx'
import { OutsideManager } from '../components/outside-manager.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { useBlock } from '../components/use-block.tsx'
import { personQueries, refreshPeople } from '../queries.ts'
import styles from '../users.module.css'

const PLACE = ['address', 'address_2', 'city', 'state', 'zip_code']
const placed = (kind: string) => Object.fromEntries(PLACE.map((part) => [`${kind}_${part}`, '']))
const DEFAULTS: Record<string, string> = {
  direct_number: '',
  city: '',
  state: '',
  zip_code: '',
  ...placed('billing'),
  ...placed('shipping'),
}

/** Profile, addresses, block state, API tokens and, of managers, the organization of somebody (USR-010, USR-035, USR-039, USR-054, ROL-069). */
export function SettingsScreen({ id }: { id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const billing = useAddressCheck()
  const shipping = useAddressCheck()
  const mayChange = person.membership?.can_change ?? false
  return (
    <PersonFrame id={id}>
      {!mayChange && (
        <Alert tone="warning" title="You can only read these settings">
          {person.display_name} has a role above yours.
        </Alert>
      )}
      <DetailForm
        defaults={DEFAULTS}
        record={person as object}
        isReadOnly={!mayChange}
        maySave={async (values) =>
          (await billing.mayUse(addressAmong(values, 'billing'))) &&
          (await shipping.mayUse(addressAmong(values, 'shipping')))
        }
        save={(payload, _, options) => api.call(updateUser, { params: { id }, body: payload as never }, options)}
        onSaved={() => void refreshPeople(client)}
      >
        <FormSection title="Contact" text="Only this portal and the person see this profile.">
          <TextField name="direct_number" type="tel" label="Phone" placeholder="+1 212 555 0147" maxLength={30} />
          <TextField name="city" label="City" maxLength={100} />
          <StateField name="state" />
          <TextField name="zip_code" label="ZIP code" inputMode="numeric" maxLength={10} />
        </FormSection>
        <AddressSection
          kind="billing"
          check={billing}
          title="Billing address"
          text="Filled in at checkout. In the USA."
        />
        <AddressSection
          kind="shipping"
          check={shipping}
          title="Shipping address"
          text="Where printed material goes. In the USA."
        />
      </DetailForm>
      <ExternalId person={person} mayChange={mayChange} />
      <PersonBadge person={person} />
      <PersonMobile person={person} />
      {mayChange && <ShippingConfirmation person={person} />}
      <Tokens id={id} name={person.display_name} mayChange={mayChange} />
      <SecondFactor person={person} />
      {mayChange && <OutsideManager person={person} />}
      {mayChange && <BlockSection person={person} />}
    </PersonFrame>
  )
}

type Person = Parameters<typeof useBlock>[0] & {
  shipping_address: string | null
  shipping_confirmed_at: string | null
  membership: { is_blocked: boolean; is_blocked_everywhere: boolean } | null
}

/** A shipping address that the check of addresses does not know can be used as it is (USR-035, SHP-015). */
function ShippingConfirmation({ person }: { person: Person }) {
  const client = useQueryClient()
  const accept = useCall(confirmShippingAddress, {
    onSuccess: () => {
      toast.success('Shipments use this address as entered.')
      void refreshPeople(client)
    },
    onError: (error) => void toast.error(error),
  })
  if (!person.shipping_address) return null
  return (
    <FormSection
      title="Address check"
      text="Confirm an address that you know is right although the address check does not find it."
    >
      <Wide>
        {person.shipping_confirmed_at ? (
          <p>
            The shipping address was confirmed as entered on{' '}
            <DateText value={person.shipping_confirmed_at} format="long" />.
          </p>
        ) : (
          <Button
            variant="outline"
            icon={IconCheck}
            isLoading={accept.isPending}
            onClick={() => accept.mutate({ params: { id: person.id } })}
          >
            Confirm the shipping address
          </Button>
        )}
      </Wide>
    </FormSection>
  )
}

function Tokens({ id, name, mayChange }: { id: number; name: string; mayChange: boolean }) {
  const client = useQueryClient()
  const tokens = useQuery(personQueries(useApi()).tokens(id)).data?.data ?? []
  const revoke = useCall(deleteUserToken, {
    onSuccess: () => void refreshPeople(client),
    onError: (error) => void toast.error(error),
  })
  return (
    <FormSection
      title="API tokens"
      text={`A program with a token acts as ${name} in this portal. Only ${name} can create one.`}
    >
      <Wide>
        <TokenRows
          tokens={tokens}
          none={`${name} has no tokens in this portal.`}
          onRevoke={mayChange ? (tokenId) => revoke.mutate({ params: { id, tokenId } }) : undefined}
        />
      </Wide>
    </FormSection>
  )
}

type SecondFactorProps = {
  person: {
    id: number
    display_name: string
    email: string | null
    membership: { has_second_factor: boolean | null; can_change: boolean } | null
  }
}

/** Whether somebody signs in with a second factor, and its reset for those who lost it (AUT-069). */
function SecondFactor({ person: { id, display_name: name, email, membership } }: SecondFactorProps) {
  const client = useQueryClient()
  const reset = useCall(resetTwoFactor, {
    onSuccess: () => {
      toast.success(`The two-factor sign-in of ${name} is reset.`)
      void refreshPeople(client)
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: `Reset the two-factor sign-in of ${name}?`,
      text: `The authenticator app, passkeys and recovery codes are removed. ${name} ${email === null ? '' : 'gets an e-mail and '}signs in without a second step until they set it up again. Make sure first that it is really ${name} who asks.`,
      yes: 'Reset',
      isDanger: true,
    })
    if (isSure) reset.mutate({ params: { id } })
  }
  const isOn = membership?.has_second_factor === true
  return (
    <FormSection title="Two-factor sign-in" text="A code from an app or a passkey, in addition to the password.">
      <Wide>
        <p>
          Two-factor sign-in of {name} is <strong>{isOn ? 'on' : 'off'}</strong>.
        </p>
        {isOn && membership?.can_change && (
          <Button variant="danger-outline" isLoading={reset.isPending} onClick={() => void ask()}>
            Reset two-factor sign-in
          </Button>
        )}
      </Wide>
    </FormSection>
  )
}

function BlockSection({ person }: { person: Person }) {
  const { viewer } = useSession()
  const block = useBlock(person)
  const isSuper = viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  const isEverywhere = person.membership?.is_blocked_everywhere ?? false
  const isBlocked = person.membership?.is_blocked ?? false
  const state = isEverywhere ? 'blocked on all portals' : isBlocked ? 'blocked in this portal' : 'not blocked'
  return (
    <FormSection
      isDanger={!isBlocked}
      title="Block"
      text="Somebody who is blocked cannot sign in. Courses they started, certificates and orders stay. Unused seats and credits go back."
    >
      <Wide>
        <p>
          {person.display_name} is <strong>{state}</strong>.
        </p>
        <div className={styles.actions}>
          {isBlocked && !isEverywhere && (
            <Button variant="outline" icon={IconCheck} onClick={() => void block(false)}>
              Unblock
            </Button>
          )}
          {!isBlocked && (
            <Button variant="danger-outline" icon={IconLock} onClick={() => void block(true)}>
              Block
            </Button>
          )}
          {isSuper &&
            (isEverywhere ? (
              <Button variant="outline" icon={IconCheck} onClick={() => void block(false, true)}>
                Unblock on all portals
              </Button>
            ) : (
              <Button variant="danger-outline" icon={IconLock} onClick={() => void block(true, true)}>
                Block on all portals
              </Button>
            ))}
        </div>
      </Wide>
    </FormSection>
  )
}
