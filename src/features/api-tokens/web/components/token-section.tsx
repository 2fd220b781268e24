import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { deleteApiToken, type listApiTokens } from '../../contract.ts'
import { ownTokens } from '../queries.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import styles from './tokens.module.css'

type Token = Wire<typeof listApiTokens>['data'][number]

/** The own API tokens: listed, made, revoked (USR-012, USR-013, USR-033). */
export function TokenSection() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const query = ownTokens(api)
  const tokens = useQuery(query).data?.data ?? []
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const revoke = useCall(deleteApiToken, {
    onSuccess: refresh,
    onError: (error) => void toast.error(error),
  })
  const ask = async (token: Token) => {
    const isSure = await confirm({
      title: 'Revoke this token?',
      text: `Programs that use “${token.name}” will be refused from now on. You cannot undo this.`,
      yes: 'Revoke',
      isDanger: true,
    })
    if (isSure) revoke.mutate({ params: { id: token.id } })
  }
  return (
    <FormSection
      title="API tokens"
      text="A program that calls this portal with a token does what you may do here. Treat a token like a password."
    >
      <Wide>
        {tokens.length > 0 && (
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
                    Made <DateText value={token.created_at} />, {token.is_expired ? 'ended' : 'valid until'}{' '}
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
                <IconButton icon={IconTrash} label={`Revoke ${token.name}`} onClick={() => void ask(token)} />
              </Row>
            ))}
          </Rows>
        )}
        {tokens.length === 0 && <p className={styles.none}>You have no tokens in this portal.</p>}
        <Button variant="outline" icon={IconPlus} className={styles.create} onClick={() => setMaking(true)}>
          Create a token
        </Button>
        {isMaking && <CreateTokenDialog onClose={() => setMaking(false)} onMade={refresh} />}
      </Wide>
    </FormSection>
  )
}
