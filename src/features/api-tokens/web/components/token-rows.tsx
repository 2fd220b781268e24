import type { Wire } from '#kernel/endpoint.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import type { listApiTokens } from '../../contract.ts'
import styles from './tokens.module.css'

type Token = Wire<typeof listApiTokens>['data'][number]

type TokenRowsProps = {
  tokens: readonly Token[]
  /** What stands there while there is none. */
  none: string
  /** Revokes a token, which was asked before; left out where one may not. */
  onRevoke?: ((id: number) => void) | undefined
}

/** API tokens with how long they hold and when they were used (USR-013, USR-054). */
export function TokenRows({ tokens, none, onRevoke }: TokenRowsProps) {
  const ask = async ({ id, name }: Token) => {
    const isSure = await confirm({
      title: 'Revoke this token?',
      text: `Programs that use “${name}” will be refused from now on. You cannot undo this.`,
      yes: 'Revoke',
      isDanger: true,
    })
    if (isSure) onRevoke?.(id)
  }
  if (tokens.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <Rows isInset label="API tokens">
      {tokens.map((token) => (
        <Row
          key={token.id}
          title={
            <>
              <strong>{token.name}</strong> {token.is_expired && <Badge tone="danger">Expired</Badge>}
            </>
          }
          note={
            <>
              Created <DateText value={token.created_at} />, {token.is_expired ? 'expired' : 'expires'}{' '}
              <DateText value={token.expires_at} />.{' '}
              {token.last_used_at ? (
                <>
                  Last used <TimeText value={token.last_used_at} />.
                </>
              ) : (
                'Never used.'
              )}
            </>
          }
        >
          {onRevoke && <IconButton icon={IconTrash} label={`Revoke ${token.name}`} onClick={() => void ask(token)} />}
        </Row>
      ))}
    </Rows>
  )
}
