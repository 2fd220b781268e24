import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createProvider } from '../../contract.ts'
import type { SignOnSettings } from '../queries.ts'
import styles from '../sign-on.module.css'
import { Addresses } from './addresses.tsx'
import { type Connection, ConnectionFields, EMPTY_CONNECTION } from './connection-fields.tsx'

type Values = Connection & { name: string }
type Props = {
  kind: 'oidc' | 'saml'
  addresses: SignOnSettings['addresses']
  onClose: () => void
  onSaved: (id: number) => void
}

/** Adds a provider, which is off until it was tested; the rest is set on its own screen afterwards. */
export function ProviderDialog({ kind, addresses, onClose, onSaved }: Props) {
  const api = useApi()
  return (
    <FormDialog<Values>
      isOpen
      size="lg"
      title={kind === 'oidc' ? 'Add OpenID Connect' : 'Add SAML'}
      saveLabel="Add provider"
      defaults={{ name: '', ...EMPTY_CONNECTION }}
      savedText={false}
      save={(_, values) => api.call(createProvider, { body: { ...values, kind, creates_people: false } })}
      onClose={onClose}
      onSaved={(answer) => onSaved((answer as { data: { id: number } }).data.id)}
    >
      {(record) => (
        <div className={styles.parts}>
          <Addresses kind={kind} addresses={addresses} />
          <TextField
            name="name"
            label="Name"
            description="Shown on the sign-in button: “Continue with …”."
            placeholder="Harbor account"
            required
            maxLength={60}
          />
          <ConnectionFields kind={kind} record={record} hasSecret={false} />
        </div>
      )}
    </FormDialog>
  )
}
