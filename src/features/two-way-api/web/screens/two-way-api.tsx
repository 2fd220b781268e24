import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import type { showTwoWayApi } from '../../contract.ts'
import { twoWayApi } from '../queries.ts'
import styles from './two-way-api.module.css'

type TwoWayApi = Wire<typeof showTwoWayApi>['data']

const REFRESH_MS = 10_000
const ADDRESSES = [
  { label: 'Add a person', value: 'POST /users' },
  { label: 'Enroll people', value: 'POST /enrollments' },
  { label: 'Read their progress', value: 'GET /users/{id}/courses?is_learner=true' },
]

/** Tokens, addresses and the last calls of the programs that use this portal (INT-020). */
export function TwoWayApiScreen() {
  const query = twoWayApi(useApi())
  const { tokens, calls } = useSuspenseQuery(query).data.data
  useQuery({ ...query, refetchInterval: REFRESH_MS })
  const { portal } = useSession()
  return (
    <>
      <PageHeader
        title="Two-way API"
        text="Your own systems add people, enroll them and read their progress with a token."
        actions={
          <LinkButton variant="outline" href="/api/v1/docs">
            All calls
          </LinkButton>
        }
      />
      <div className={styles.parts}>
        <Card>
          <section className={styles.part} aria-labelledby="addresses">
            <h2 id="addresses">Addresses</h2>
            <CopyField label="Base address" value={`${portal.origin}/api/v1`} />
            <DataList items={ADDRESSES} />
            <p>
              Send the token in the header <code>Authorization: Bearer …</code> of every call.
            </p>
          </section>
        </Card>
        <Card>
          <section className={styles.part} aria-labelledby="tokens">
            <h2 id="tokens">Tokens</h2>
            <Tokens tokens={tokens} />
          </section>
        </Card>
        <Card>
          <section className={styles.part} aria-labelledby="calls">
            <h2 id="calls">Last calls</h2>
            <Calls calls={calls} />
          </section>
        </Card>
      </div>
    </>
  )
}

function Tokens({ tokens }: Pick<TwoWayApi, 'tokens'>) {
  const create = (
    <p>
      A token does what its owner may do here. You create yours in your{' '}
      <Anchor href="/profile/settings">profile</Anchor>.
    </p>
  )
  if (tokens.length === 0) return create
  return (
    <>
      <Rows isInset label="API tokens">
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
      {create}
    </>
  )
}

function Calls({ calls }: Pick<TwoWayApi, 'calls'>) {
  if (calls.length === 0) return <p>No calls yet. Calls with a token are listed here for 30 days.</p>
  return (
    <Rows isInset label="Last calls">
      {calls.map((call) => (
        <Row
          key={call.id}
          title={
            <code>
              {call.method} {call.path}
            </code>
          }
          note={
            <>
              {call.token_name} of {call.user?.display_name ?? 'a former member'}, <TimeText value={call.created_at} />
            </>
          }
        >
          <Badge tone={call.status < 400 ? 'success' : 'danger'}>{call.status}</Badge>
        </Row>
      ))}
    </Rows>
  )
}
