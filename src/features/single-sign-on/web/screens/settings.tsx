import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconShieldLock } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { showSignOn } from '../../contract.ts'
import { DomainsCard } from '../components/domains-card.tsx'
import { PasswordsCard } from '../components/passwords-card.tsx'
import { ProviderDialog } from '../components/provider-dialog.tsx'
import { type ShownProvider, signOnQuery } from '../queries.ts'
import styles from '../sign-on.module.css'

const KINDS = { oidc: 'OpenID Connect', saml: 'SAML 2.0' }

/** Where people of the portal sign in instead of with a password (SSO-001). */
export function SignOnScreen() {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(signOnQuery(api)).data
  const canUpdate = can(useSession(), 'portal-settings.update')
  const [adding, setAdding] = useState<'oidc' | 'saml' | null>(null)
  const reload = () => queryClient.invalidateQueries({ queryKey: [showSignOn.path] })
  const add = canUpdate && (
    <>
      <Button icon={IconPlus} onClick={() => setAdding('oidc')}>
        Add OpenID Connect
      </Button>
      <Button variant="outline" icon={IconPlus} onClick={() => setAdding('saml')}>
        Add SAML
      </Button>
    </>
  )
  return (
    <>
      <PageHeader
        title="Single sign-on"
        text="People sign in with their company account. You decide who gets in and what they may do."
        actions={data.providers.length > 0 && add}
      />
      <div className={styles.stack}>
        <Card>
          {data.providers.length === 0 ? (
            <EmptyState
              icon={IconShieldLock}
              title="No provider yet"
              text="Connect Microsoft Entra ID, Okta, Google Workspace or any other service that speaks OpenID Connect or SAML 2.0."
              action={add}
            />
          ) : (
            <div className={styles.card}>
              <div className={styles.head}>
                <h2>Providers</h2>
              </div>
              <ul className={styles.list}>
                {data.providers.map((provider) => (
                  <ProviderItem key={provider.id} provider={provider} />
                ))}
              </ul>
            </div>
          )}
        </Card>
        {data.providers.length > 0 && (
          <>
            <DomainsCard settings={data} isReadOnly={!canUpdate} onChanged={reload} />
            <PasswordsCard mode={data.password_sign_in} isReadOnly={!canUpdate} onChanged={reload} />
          </>
        )}
      </div>
      {adding && (
        <ProviderDialog
          kind={adding}
          addresses={data.addresses}
          onClose={() => setAdding(null)}
          onSaved={async (id) => {
            await reload()
            await navigate({ href: `/portals/sign-on/${id}` })
          }}
        />
      )}
    </>
  )
}

function ProviderItem({ provider }: { provider: ShownProvider }) {
  const { id, name, kind, issuer, is_active: isActive, succeeded_at: succeededAt } = provider
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.name}>
          <Anchor href={`/portals/sign-on/${id}`}>{name}</Anchor>
          <small>
            {KINDS[kind]}, {issuer}
          </small>
        </span>
        <span className={styles.row}>
          {succeededAt ? (
            <small className={styles.hint}>
              Last used <TimeText value={succeededAt} />
            </small>
          ) : (
            <Badge tone="warning">Not tested</Badge>
          )}
          <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'On' : 'Off'}</Badge>
        </span>
      </div>
    </li>
  )
}
