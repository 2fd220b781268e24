import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteApiToken } from '../../contract.ts'
import { ownTokens } from '../queries.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { TokenRows } from './token-rows.tsx'
import styles from './tokens.module.css'

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
  return (
    <FormSection
      title="API tokens"
      text="A program that calls this portal with a token does what you may do here. Treat a token like a password."
    >
      <Wide>
        <TokenRows
          tokens={tokens}
          none="You have no tokens in this portal."
          onRevoke={(id) => revoke.mutate({ params: { id } })}
        />
        <Button variant="outline" icon={IconPlus} className={styles.create} onClick={() => setMaking(true)}>
          Create a token
        </Button>
        {isMaking && <CreateTokenDialog onClose={() => setMaking(false)} onMade={refresh} />}
      </Wide>
    </FormSection>
  )
}
