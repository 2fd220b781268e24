import { useState } from 'react'
import { PasswordField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
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
}

export const EMPTY_CONNECTION: Connection = {
  issuer: '',
  client_id: '',
  client_secret: '',
  scopes: 'openid email profile',
  sign_in_url: '',
  sign_out_url: '',
  certificates: [''],
}

// biome-ignore lint/suspicious/noExplicitAny: forms of several shapes contain these fields
type Props = { kind: 'oidc' | 'saml'; record: RecordForm<any>; hasSecret: boolean }

export function ConnectionFields({ kind, record, hasSecret }: Props) {
  return kind === 'oidc' ? <OidcFields hasSecret={hasSecret} /> : <SamlFields record={record} />
}

function OidcFields({ hasSecret }: { hasSecret: boolean }) {
  return (
    <>
      <TextField
        name="issuer"
        label="Issuer"
        description="The address of your provider, such as https://login.example.com. We read the rest from it."
        type="url"
        required
      />
      <TextField name="client_id" label="Client ID" required autoComplete="off" />
      <PasswordField
        name="client_secret"
        label="Client secret"
        description={
          hasSecret ? 'A secret is saved. Leave this empty to keep it.' : 'Kept encrypted, and never shown again.'
        }
        autoComplete="new-password"
      />
      <TextField
        name="scopes"
        label="Scopes"
        description="What we ask for. Add the scope that carries groups if your provider has one."
      />
    </>
  )
}

function SamlFields({ record }: Pick<Props, 'record'>) {
  const { form, values } = record
  const certificates = values.certificates as string[]
  return (
    <>
      <Metadata onRead={(found) => form.setValues(found)} />
      <TextField name="issuer" label="Entity ID of the provider" required />
      <TextField name="sign_in_url" label="Sign-in address" type="url" required />
      <TextField
        name="sign_out_url"
        label="Sign-out address"
        description="Optional. People who sign out here are then signed out at your provider too."
        type="url"
      />
      {certificates.map((_, at) => (
        <TextAreaField
          // biome-ignore lint/suspicious/noArrayIndexKey: certificates have no other name than their place
          key={at}
          name={`certificates.${at}`}
          label={at === 0 ? 'Signing certificate' : `Signing certificate ${at + 1}`}
          description={at === 0 ? 'While your provider changes its certificate, enter both.' : undefined}
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

type Found = Pick<Connection, 'issuer' | 'sign_in_url' | 'sign_out_url' | 'certificates'>

/** Fills the fields from metadata, pasted or at an address. */
function Metadata({ onRead }: { onRead: (found: Found) => void }) {
  const [address, setAddress] = useState('')
  const [xml, setXml] = useState('')
  const read = useCall(readMetadata, {
    onSuccess: ({ data }) => {
      onRead({ ...data, sign_out_url: data.sign_out_url ?? '' })
      toast.success('The fields below are filled in.')
    },
    onError: (error) => {
      if (Object.keys(error.errors).length === 0) toast.error(error)
    },
  })
  const errors = read.error?.errors ?? {}
  return (
    <div className={styles.parts}>
      <Field label="Metadata address" error={errors['address']?.[0]}>
        <Input type="url" value={address} onChange={(event) => setAddress(event.target.value)} />
      </Field>
      <Field label="Or paste the metadata" error={errors['xml']?.[0]}>
        <Textarea rows={3} value={xml} onChange={(event) => setXml(event.target.value)} />
      </Field>
      <div>
        <Button
          variant="outline"
          isLoading={read.isPending}
          disabled={!address.trim() && !xml.trim()}
          onClick={() => read.mutate({ body: { address, xml } })}
        >
          Read metadata
        </Button>
      </div>
    </div>
  )
}
