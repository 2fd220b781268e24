import { useState } from 'react'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPlus, IconRefresh, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { addSignOnDomain, checkSignOnDomain, deleteSignOnDomain } from '../../contract.ts'
import type { SignOnDomain, SignOnSettings } from '../queries.ts'
import styles from '../sign-on.module.css'

type Props = { settings: SignOnSettings; isReadOnly: boolean; onChanged: () => unknown }

/** The e-mail domains of the company, and the record that proves each (SSO-008). */
export function DomainsCard({ settings, isReadOnly, onChanged }: Props) {
  const [isAdding, setAdding] = useState(false)
  const { domains, providers } = settings
  return (
    <Card>
      <div className={styles.card}>
        <div className={styles.head}>
          <div>
            <h2>E-mail domains</h2>
            <p>Verify that a domain is yours. Its provider can then sign in everyone whose e-mail is in that domain.</p>
          </div>
          {!isReadOnly && (
            <Button variant="outline" icon={IconPlus} onClick={() => setAdding(true)}>
              Add a domain
            </Button>
          )}
        </div>
        {domains.length > 0 && (
          <ul className={styles.list}>
            {domains.map((domain) => (
              <DomainItem
                key={domain.id}
                domain={domain}
                provider={providers.find(({ id }) => id === domain.provider_id)?.name ?? ''}
                isReadOnly={isReadOnly}
                onChanged={onChanged}
              />
            ))}
          </ul>
        )}
      </div>
      {isAdding && <DomainDialog settings={settings} onClose={() => setAdding(false)} onSaved={onChanged} />}
    </Card>
  )
}

type ItemProps = { domain: SignOnDomain; provider: string; isReadOnly: boolean; onChanged: () => unknown }

function DomainItem({ domain, provider, isReadOnly, onChanged }: ItemProps) {
  const { id, domain: name, proved_at: provedAt, proved_until: provedUntil, checked_at: checkedAt } = domain
  const isRight = provedAt !== null && provedUntil === null
  const onError = (error: unknown) => void toast.error(error)
  const check = useCall(checkSignOnDomain, {
    onSuccess: ({ data }) => {
      if (data.proved_at) toast.success(`${name} is verified.`)
      else toast.info('The record is not there yet. New records can take an hour to appear.')
      onChanged()
    },
    onError,
  })
  const remove = useCall(deleteSignOnDomain, { onSuccess: () => onChanged(), onError })
  const ask = async () => {
    const question = {
      title: `Delete ${name}?`,
      text: 'People with an e-mail in this domain keep their accounts. The provider can no longer open accounts that it has not opened before.',
      yes: 'Delete',
      isDanger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id } })
  }
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.name}>
          <strong>{name}</strong>
          <small>{provider}</small>
        </span>
        <Badge tone={isRight ? 'success' : 'warning'}>
          {isRight ? 'Verified' : provedUntil ? 'Record missing' : 'Not verified yet'}
        </Badge>
        {!isReadOnly && (
          <span className={styles.row}>
            <Button
              variant="outline"
              icon={IconRefresh}
              isLoading={check.isPending}
              aria-label={`Check now: ${name}`}
              onClick={() => check.mutate({ params: { id } })}
            >
              Check now
            </Button>
            <IconButton icon={IconTrash} label={`Delete ${name}`} onClick={() => void ask()} />
          </span>
        )}
      </div>
      {!isRight && (
        <div className={styles.parts}>
          {provedUntil && (
            <p className={styles.hint}>
              We cannot find the record anymore. The domain stays verified until <TimeText value={provedUntil} />.
            </p>
          )}
          <p className={styles.hint}>Add this TXT record at your DNS provider, then check.</p>
          <CopyField label={`Record name for ${name}`} value={domain.record_name} />
          <CopyField label={`Record value for ${name}`} value={domain.record_value} />
          {checkedAt && (
            <small className={styles.hint}>
              Last checked <TimeText value={checkedAt} />
            </small>
          )}
        </div>
      )}
    </li>
  )
}

function DomainDialog({
  settings,
  onClose,
  onSaved,
}: Omit<Props, 'isReadOnly' | 'onChanged'> & { onClose: () => void; onSaved: () => unknown }) {
  const api = useApi()
  const [first] = settings.providers
  return (
    <FormDialog<{ domain: string; provider_id: number }>
      isOpen
      title="Add an e-mail domain"
      saveLabel="Add domain"
      defaults={{ domain: '', provider_id: first?.id ?? 0 }}
      savedText={false}
      save={(_, body) => api.call(addSignOnDomain, { body })}
      onClose={onClose}
      onSaved={() => void onSaved()}
    >
      <div className={styles.parts}>
        <TextField
          name="domain"
          label="Domain"
          description="The part of the e-mail after the @."
          placeholder="example.com"
          required
        />
        <IdSelectField
          name="provider_id"
          label="Provider"
          data={settings.providers.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
        />
      </div>
    </FormDialog>
  )
}
