import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { listSigningKeys, rotateSigningKey } from '../../contract.ts'
import styles from './signing-keys.module.css'

/** The keys with which the portal signs; a new one takes the place of the current one (EVD-003). */
export function SigningKeysSection() {
  const query = useApi().query(listSigningKeys)
  const client = useQueryClient()
  const result = useQuery(query)
  const rotate = useCall(rotateSigningKey, {
    onSuccess: (data) => {
      client.setQueryData(query.queryKey, data)
      toast.success('New files and certificates are signed with the new key.')
    },
    onError: (error) => void toast.error(error),
  })
  const mayRotate = can(useSession(), 'portal-settings.update')
  const shown = result.data?.data
  const ask = async () => {
    const isSure = await confirm({
      title: 'Sign with a new key?',
      text: 'Do this if somebody may have copied the database. Files and certificates made before stay valid: their public key stays published.',
      yes: 'Sign with a new key',
    })
    if (isSure) rotate.mutate({})
  }
  return (
    <section className={styles.part} aria-labelledby="signing-keys">
      <div className={styles.head}>
        <h2 id="signing-keys">Signing keys</h2>
        {mayRotate && shown && shown.keys.length > 0 && (
          <Button variant="outline" isLoading={rotate.isPending} onClick={() => void ask()}>
            Sign with a new key
          </Button>
        )}
      </div>
      <PartState query={result} label="the signing keys" />
      {shown && (
        <p>
          Inspectors compare the key of a file with your public keys at{' '}
          <Anchor href={shown.public_url} target="_blank">
            <span className={styles.id}>{shown.public_url}</span>
          </Anchor>
          .
        </p>
      )}
      {shown?.keys.length === 0 && <p>No key yet. One is made with the first certificate or file.</p>}
      {shown && shown.keys.length > 0 && (
        <Rows label="Signing keys">
          {shown.keys.map((key) => (
            <Row
              key={key.key_id}
              title={<strong className={styles.id}>{key.key_id}</strong>}
              note={
                <>
                  Since <DateText value={key.created_at} />
                  {key.retired_at && (
                    <>
                      , until <DateText value={key.retired_at} />
                    </>
                  )}
                </>
              }
            >
              {key.retired_at ? <Badge>Replaced</Badge> : <Badge tone="success">Signs now</Badge>}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
