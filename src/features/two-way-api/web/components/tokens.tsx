import { useState } from 'react'
import { SCOPES } from '#kernel/access/token-scopes.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { revokePortalToken } from '../../contract.ts'
import type { TokenShown, TwoWayApi } from '../queries.ts'
import styles from '../two-way-api.module.css'
import { TokenDialog } from './token-dialog.tsx'

const SOON_DAYS = 30
const isSoon = (end: string) => new Date(end).getTime() - Date.now() < SOON_DAYS * 86_400_000

function State({ token }: { token: TokenShown }) {
  if (token.status === 'revoked') return <Badge tone="neutral">Revoked</Badge>
  if (token.status === 'expired') return <Badge tone="danger">Expired</Badge>
  return isSoon(token.expires_at) ? <Badge tone="warning">Expires soon</Badge> : <Badge tone="success">Active</Badge>
}

/** When it was made and used, and until when it holds. */
function About({ token }: { token: TokenShown }) {
  const { revoked_at: revokedAt } = token
  const maker = token.created_by?.display_name ?? 'a former member'
  return (
    <>
      <span className={styles.scopeLine}>{token.scopes.map((scope) => SCOPES[scope].title).join(' · ')}</span>
      <span>
        Ends in <code>…{token.hint}</code>. Created <DateText value={token.created_at} /> by {maker}.{' '}
        {revokedAt ? (
          <>
            Revoked <TimeText value={revokedAt} />
            {token.revoked_by && ` by ${token.revoked_by.display_name}`}.
          </>
        ) : (
          <>
            {token.status === 'expired' ? 'Expired' : 'Expires'} <DateText value={token.expires_at} />.
          </>
        )}{' '}
        {token.last_used_at ? (
          <>
            Last used <TimeText value={token.last_used_at} />.
          </>
        ) : (
          'Never used.'
        )}
      </span>
    </>
  )
}

type TokensProps = {
  tokens: TwoWayApi['portal_tokens']
  /** True where only tokens of an identity provider are shown and made (PRV-014). */
  isForProvider?: boolean
  onChange: () => unknown
}

const NONE = 'No tokens yet. Create one for each system that connects, with only what that system needs.'
const NONE_OF_PROVIDER = 'No token yet. Create one and paste it into your provider, together with the URL.'

/** The tokens of the portal: made, seen and revoked here (INT-029). */
export function Tokens({ tokens, isForProvider = false, onChange }: TokensProps) {
  const session = useSession()
  const [isMaking, setMaking] = useState(false)
  const [isAllShown, setAllShown] = useState(false)
  const revoke = useCall(revokePortalToken, {
    onSuccess: () => {
      toast.success('The token is revoked.')
      return onChange()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async ({ id, name }: TokenShown) => {
    const isSure = await confirm({
      title: 'Revoke this token?',
      text: `${name} stops working at once, even for calls in progress. You cannot undo this.`,
      yes: 'Revoke',
      isDanger: true,
    })
    if (isSure) revoke.mutate({ params: { id } })
  }
  const former = tokens.filter(({ status }) => status !== 'active')
  const shown = isAllShown ? tokens : tokens.filter(({ status }) => status === 'active')
  return (
    <section className={styles.part} aria-labelledby="tokens">
      <div className={styles.head}>
        <h2 id="tokens">{isForProvider ? 'Token for your provider' : 'Tokens'}</h2>
        {can(session, 'callbacks.create') && (
          <Button icon={IconPlus} onClick={() => setMaking(true)}>
            {isForProvider ? 'Create token' : 'New token'}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p>{former.length === 0 ? (isForProvider ? NONE_OF_PROVIDER : NONE) : 'No token is active.'}</p>
      ) : (
        <Rows isInset label="Tokens of the portal">
          {shown.map((token) => (
            <Row
              key={token.id}
              title={
                <>
                  <strong>{token.name}</strong> <State token={token} />
                </>
              }
              note={<About token={token} />}
            >
              {token.status !== 'revoked' && can(session, 'callbacks.delete') && (
                <IconButton icon={IconTrash} label={`Revoke ${token.name}`} onClick={() => void ask(token)} />
              )}
            </Row>
          ))}
        </Rows>
      )}
      {isForProvider && shown.length > 0 && (
        <p>To replace a token, create a new one, enter it at your provider, and then revoke the old one.</p>
      )}
      {former.length > 0 && (
        <Button variant="outline" size="sm" onClick={() => setAllShown(!isAllShown)}>
          {isAllShown ? 'Hide expired and revoked tokens' : `Show expired and revoked tokens (${former.length})`}
        </Button>
      )}
      {isMaking && <TokenDialog isForProvider={isForProvider} onClose={() => setMaking(false)} onMade={onChange} />}
    </section>
  )
}
