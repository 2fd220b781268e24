import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ProvisioningPart } from '#features/provisioning/web/public.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconBook } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { Calls } from '../components/calls.tsx'
import { Connect } from '../components/connect.tsx'
import { Tokens } from '../components/tokens.tsx'
import { isProvisioning, type TwoWayApi, twoWayApi } from '../queries.ts'
import styles from '../two-way-api.module.css'

const REFRESH_MS = 10_000

const OF_SYSTEMS =
  'Your own systems add people, enroll them, hand out credits, and read progress and certificates, using the IDs you already have.'
const OF_PROVIDER = 'Your identity provider keeps the people and groups of this portal up to date.'

const SYSTEMS = '/admin/two-way-api'
const PROVISIONING = `${SYSTEMS}?part=provisioning`
const PARTS = [
  { label: 'Your systems', href: SYSTEMS },
  { label: 'Provisioning', href: PROVISIONING },
]

const isForProvider = ({ scopes }: TwoWayApi['portal_tokens'][number]) => scopes.includes('provisioning')

/** Tokens, how to connect, and the log of the programs that use this portal (INT-020), and provisioning (PRV-014). */
export function TwoWayApiScreen() {
  const query = twoWayApi(useApi())
  const queryClient = useQueryClient()
  const { portal_tokens: portalTokens, tokens } = useSuspenseQuery(query).data.data
  useQuery({ ...query, refetchInterval: REFRESH_MS })
  const isOfProvider = isProvisioning(useSearch({ strict: false }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  return (
    <>
      <PageHeader
        title="Two-way API"
        text={isOfProvider ? OF_PROVIDER : OF_SYSTEMS}
        actions={
          <LinkButton variant="outline" icon={IconBook} href="/api/v1/docs/two-way-api">
            For developers
          </LinkButton>
        }
      />
      <TabLinks label="Parts of the two-way API" items={PARTS} current={isOfProvider ? PROVISIONING : SYSTEMS} />
      <div className={styles.parts}>
        {isOfProvider ? (
          <ProvisioningPart
            tokens={
              <Card isFlush>
                <Tokens tokens={portalTokens.filter(isForProvider)} isForProvider onChange={refresh} />
              </Card>
            }
          />
        ) : (
          <>
            <Card isFlush>
              <Tokens tokens={portalTokens} onChange={refresh} />
            </Card>
            <Card isFlush>
              <Connect />
            </Card>
            {tokens.length > 0 && (
              <Card isFlush>
                <PersonalTokens tokens={tokens} />
              </Card>
            )}
            <Calls tokens={portalTokens} />
          </>
        )}
      </div>
    </>
  )
}

/** Tokens that people made for themselves; each does what its owner may do. */
function PersonalTokens({ tokens }: Pick<TwoWayApi, 'tokens'>) {
  return (
    <section className={styles.part} aria-labelledby="personal-tokens">
      <h2 id="personal-tokens">Personal tokens</h2>
      <p>
        People create these in their <Anchor href="/profile/settings">profile</Anchor>. Each does what its owner may do.
      </p>
      <Rows isInset label="Personal tokens">
        {tokens.map((token) => (
          <Row
            key={token.id}
            title={<strong>{token.name}</strong>}
            note={
              <>
                {token.user?.display_name ?? 'A former member'}, {token.is_expired ? 'expired' : 'expires'}{' '}
                <DateText value={token.expires_at} />
                {token.last_used_at && (
                  <>
                    , last used <TimeText value={token.last_used_at} />
                  </>
                )}
              </>
            }
          >
            <StatusBadge status={token.is_expired ? 'expired' : 'active'} />
          </Row>
        ))}
      </Rows>
    </section>
  )
}
