import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { saveProvisioning } from '../../contract.ts'
import styles from '../provisioning.module.css'
import { type Provisioning, provisioningQuery } from '../queries.ts'
import { Events } from './events.tsx'
import { Groups } from './groups.tsx'

const REFRESH_MS = 10_000

/** Provisioning of the portal: on or off, the address and token for the provider, its groups, and what it did (PRV-014). */
export function ProvisioningPart({ tokens }: { tokens: ReactNode }) {
  const query = provisioningQuery(useApi())
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...query, refetchInterval: REFRESH_MS })
  if (!data) return <LoadingNote text="Loading provisioning" />
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const { data: shown } = data
  return (
    <>
      <Card isFlush>
        <Switch shown={shown} onChange={refresh} />
      </Card>
      {shown.is_on && tokens}
      {(shown.is_on || shown.groups.length > 0) && (
        <Card isFlush>
          <Groups shown={shown} onChange={refresh} />
        </Card>
      )}
      <Events />
    </>
  )
}

const peopleText = ({ total, active }: Provisioning['people']): string => {
  if (total === 0) return 'The provider has not sent anyone yet.'
  const people = `The provider manages ${total.toLocaleString('en-US')} ${total === 1 ? 'person' : 'people'}`
  return total === active ? `${people}.` : `${people}, ${(total - active).toLocaleString('en-US')} of them deactivated.`
}

function Switch({ shown, onChange }: { shown: Provisioning; onChange: () => unknown }) {
  const session = useSession()
  const { is_on: isOn, base_url: address, people } = shown
  const save = useCall(saveProvisioning, {
    onSuccess: ({ data }) => {
      toast.success(data.is_on ? 'Provisioning is on.' : 'Provisioning is off.')
      return onChange()
    },
    onError: (error) => void toast.error(error),
  })
  const turnOff = async () => {
    const isSure = await confirm({
      title: 'Turn off provisioning?',
      text: 'Calls from the provider are rejected from now on. People, groups and roles stay as they are, and people who leave your company keep their access here.',
      yes: 'Turn off',
      isDanger: true,
    })
    if (isSure) save.mutate({ body: { is_on: false } })
  }
  return (
    <section className={styles.part} aria-labelledby="provisioning">
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id="provisioning">Provisioning</h2>
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        </div>
        {can(session, 'callbacks.update') &&
          (isOn ? (
            <Button variant="outline" isLoading={save.isPending} onClick={() => void turnOff()}>
              Turn off
            </Button>
          ) : (
            <Button isLoading={save.isPending} onClick={() => save.mutate({ body: { is_on: true } })}>
              Turn on provisioning
            </Button>
          ))}
      </div>
      <p>
        Entra ID, Okta or another identity provider adds, changes and removes people here automatically, with SCIM 2.0.
        People who leave are signed out within five seconds. Their records stay, and unused seats and credits go back.
      </p>
      {isOn && (
        <>
          <CopyField
            label="SCIM base URL"
            value={address}
            hint="Entra ID calls it Tenant URL, Okta calls it Base URL."
          />
          <p>{peopleText(people)}</p>
        </>
      )}
    </section>
  )
}
