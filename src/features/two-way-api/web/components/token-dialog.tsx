import { useRef, useState } from 'react'
import { checkExpiry, lastExpiry } from '#features/api-tokens/web/public.ts'
import { SCOPE_NAMES, SCOPES, type TokenScope } from '#kernel/access/token-scopes.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, DateField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createPortalToken } from '../../contract.ts'
import styles from '../two-way-api.module.css'
import { CodeBlock } from './code-block.tsx'

type Created = Wire<typeof createPortalToken>['data']
type Values = { name: string; on: Record<string, boolean>; expires_at: string }

/** The name of a checkbox: a colon is no part of a name there. */
const keyOf = (scope: TokenScope) => scope.replace(':', '_')
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
const YEAR_DAYS = 364
const OF_PROVIDER: readonly TokenScope[] = ['provisioning']
const CHOSEN: readonly TokenScope[] = ['people:read', 'people:write', 'enrollments:write', 'progress:read']

/** The end of the chosen day in UTC, or of the last hour that is allowed. */
const endOf = (day: string): string => {
  const end = new Date(`${day}T23:59:59Z`)
  const now = new Date(Date.now() - 60_000)
  return (checkExpiry(end, now) && dayOf(end) === dayOf(lastExpiry(now)) ? lastExpiry(now) : end).toISOString()
}

type TokenDialogProps = { isForProvider?: boolean; onClose: () => void; onMade: () => unknown }

/** Makes a token of the portal and shows its text, this once, with a first call (INT-029, INT-040). */
export function TokenDialog({ isForProvider = false, onClose, onMade }: TokenDialogProps) {
  const api = useApi()
  const [created, setCreated] = useState<Created | null>(null)
  // The form closes when it is saved; this dialog then shows what it made.
  const isMade = useRef(false)
  if (created) return <NewToken created={created} isForProvider={isForProvider} onClose={onClose} />
  const chosen = isForProvider ? OF_PROVIDER : CHOSEN
  const defaults: Values = {
    name: '',
    on: Object.fromEntries(SCOPE_NAMES.map((scope) => [keyOf(scope), chosen.includes(scope)])),
    expires_at: inDays(YEAR_DAYS),
  }
  return (
    <FormDialog<Values>
      isOpen
      size="lg"
      title={isForProvider ? 'Create a token for your provider' : 'New token'}
      text="A token belongs to this portal. It keeps working when you leave, until it expires or is revoked."
      saveLabel="Create token"
      defaults={defaults}
      savedText={false}
      save={(_, { name, on, expires_at }) =>
        api.call(createPortalToken, {
          body: { name, scopes: SCOPE_NAMES.filter((scope) => on[keyOf(scope)]), expires_at: endOf(expires_at) },
        })
      }
      onClose={() => {
        if (!isMade.current) onClose()
      }}
      onSaved={(answer) => {
        isMade.current = true
        setCreated((answer as { data: Created }).data)
        onMade()
      }}
    >
      <div className={styles.form}>
        <TextField
          name="name"
          label="Name"
          description={
            isForProvider
              ? 'The provider that uses it, such as Entra ID.'
              : 'The system that uses it, such as your HR system.'
          }
          required
          maxLength={100}
        />
        {!isForProvider && (
          <fieldset className={styles.scopes}>
            <legend>Scopes</legend>
            {SCOPE_NAMES.map((scope) => (
              <CheckboxField
                key={scope}
                name={`on.${keyOf(scope)}`}
                label={
                  <>
                    {SCOPES[scope].title} <code>{scope}</code>
                  </>
                }
                description={SCOPES[scope].text}
              />
            ))}
          </fieldset>
        )}
        <DateField
          name="expires_at"
          label="Expires"
          description="At most one year from today."
          required
          min={inDays(0)}
          max={dayOf(lastExpiry(new Date()))}
        />
      </div>
    </FormDialog>
  )
}

type NewTokenProps = { created: Created; isForProvider: boolean; onClose: () => void }

function NewToken({ created, isForProvider, onClose }: NewTokenProps) {
  const { portal } = useSession()
  const call = `curl "${portal.origin}/api/v1/sync" \\\n  -H "Authorization: Bearer ${created.token}"`
  return (
    <Dialog
      isOpen
      isStrict
      size="lg"
      onClose={onClose}
      title={`Token for ${created.name}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.form}>
        <Alert tone="warning" title="Copy it now">
          This is the only time the token is shown. If you lose it, revoke it and create another one.
        </Alert>
        <CopyField
          label="Token"
          value={created.token}
          hint={
            isForProvider ? 'Paste it into your provider.' : 'Keep it like a password, in the secrets of your system.'
          }
        />
        {isForProvider ? (
          <p>Entra ID calls it Secret token, Okta calls it OAuth bearer token.</p>
        ) : (
          <>
            <h3>Try it</h3>
            <p>Run this line in a terminal. The response names this portal and what the token can do.</p>
            <CodeBlock label="First call" text={call} />
          </>
        )}
      </div>
    </Dialog>
  )
}
