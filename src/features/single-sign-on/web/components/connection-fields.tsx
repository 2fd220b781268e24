import { useState } from 'react'
import { CheckboxField, PasswordField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input, Textarea } from '#ui/public/parts/field.tsx'
import { readMetadata } from '../../contract.ts'
import styles from '../sign-on.module.css'

/** How a provider is reached. Certificates are one text in the form, one below the other. */
export type Connection = {
  issuer: string
  client_id: string
  client_secret: string
  scopes: string
  sign_in_url: string
  sign_out_url: string
  certificates: string[]
  /** Saves a changed issuer or client without a secret (SSO-020). */
  without_secret: boolean
}

export const EMPTY_CONNECTION: Connection = {
  issuer: '',
  client_id: '',
  client_secret: '',
  scopes: 'openid email profile',
  sign_in_url: '',
  sign_out_url: '',
  certificates: [''],
  without_secret: false,
}

// biome-ignore lint/suspicious/noExplicitAny: forms of several shapes contain these fields
type Props = { kind: 'oidc' | 'saml'; record: RecordForm<any>; hasSecret: boolean }

export function ConnectionFields({ kind, record, hasSecret }: Props) {
  return kind === 'oidc' ? <OidcFields record={record} hasSecret={hasSecret} /> : <SamlFields record={record} />
}

/** What stands below the secret: a secret belongs to one issuer and client. */
const secretText = (hasSecret: boolean, isOther: boolean) => {
  if (isOther) return 'Enter the secret for the new issuer and client ID.'
  return hasSecret ? 'A secret is saved. Leave this empty to keep it.' : 'Stored encrypted and never shown again.'
}

function OidcFields({ record: { values, saved }, hasSecret }: Pick<Props, 'record' | 'hasSecret'>) {
  const isOther = hasSecret && (values.issuer.trim() !== saved.issuer || values.client_id.trim() !== saved.client_id)
  return (
    <>
      <TextField
        name="issuer"
        label="Issuer"
        description="Your provider’s issuer URL, such as https://login.example.com. We read everything else from it."
        type="url"
        required
      />
      <TextField name="client_id" label="Client ID" required autoComplete="off" />
      <PasswordField
        name="client_secret"
        label="Client secret"
        description={secretText(hasSecret, isOther)}
        required={isOther && !values.without_secret}
        autoComplete="new-password"
      />
      {isOther && (
        <>
          <Alert tone="warning" title="The saved client secret no longer applies" isLive>
            It belongs to {saved.issuer} and the client ID {saved.client_id}. When you save, it is deleted.
          </Alert>
          <CheckboxField
            name="without_secret"
            label="This provider uses no client secret"
            description="Only for a public client, which signs in with PKCE alone."
          />
        </>
      )}
      <TextField
        name="scopes"
        label="Scopes"
        description="What we request. Add the scope for groups if your provider has one."
      />
    </>
  )
}

function SamlFields({ record }: Pick<Props, 'record'>) {
  const { form, values } = record
  const certificates = values.certificates as string[]
  return (
    <>
      <Metadata onRead={(metadata) => form.setValues(metadata)} />
      <TextField name="issuer" label="Provider entity ID" required />
      <TextField name="sign_in_url" label="Sign-in URL" type="url" required />
      <TextField
        name="sign_out_url"
        label="Sign-out URL"
        description="Optional. People who sign out here are then signed out at your provider too."
        type="url"
      />
      {certificates.map((_, at) => (
        <TextAreaField
          // biome-ignore lint/suspicious/noArrayIndexKey: certificates have no other name than their place
          key={at}
          name={`certificates.${at}`}
          label={at === 0 ? 'Signing certificate' : `Signing certificate ${at + 1}`}
          description={at === 0 ? 'While your provider rotates its certificate, enter both.' : undefined}
          rows={4}
          required={at === 0}
        />
      ))}
      {certificates.length < 3 && (
        <div>
          <Button variant="outline" onClick={() => form.setValues({ certificates: [...certificates, ''] })}>
            Add a certificate
          </Button>
        </div>
      )}
    </>
  )
}

type ProviderMetadata = Pick<Connection, 'issuer' | 'sign_in_url' | 'sign_out_url' | 'certificates'>

/** Fills the fields from metadata, pasted or at an address. */
function Metadata({ onRead }: { onRead: (metadata: ProviderMetadata) => void }) {
  const [address, setAddress] = useState('')
  const [xml, setXml] = useState('')
  const read = useCall(readMetadata, {
    onSuccess: ({ data }) => {
      onRead({ ...data, sign_out_url: data.sign_out_url ?? '' })
    },
    onError: (error) => {
      if (Object.keys(error.errors).length === 0) toast.error(error)
    },
  })
  const errors = read.error?.errors ?? {}
  return (
    <div className={styles.parts}>
      <Field label="Metadata URL" error={errors['address']?.[0]}>
        <Input type="url" value={address} onChange={(event) => setAddress(event.target.value)} />
      </Field>
      <Field label="Or paste the metadata" error={errors['xml']?.[0]}>
        <Textarea rows={3} value={xml} onChange={(event) => setXml(event.target.value)} />
      </Field>
      <div className={styles.read}>
        <Button
          variant="outline"
          isLoading={read.isPending}
          disabled={!address.trim() && !xml.trim()}
          onClick={() => read.mutate({ body: { address, xml } })}
        >
          Read metadata
        </Button>
        <span className={styles.hint} role="status">
          {read.isSuccess && 'The fields below are filled in.'}
        </span>
      </div>
    </div>
  )
}
