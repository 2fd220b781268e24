import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormSection, RecordFields, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { addDomain, checkDomain, deleteDomain } from '../../contract.ts'
import { domainList, type ListedDomain } from '../queries.ts'
import { CheckedItem } from './checked-item.tsx'
import styles from './domains.module.css'

const CHECKING_MS = 1_500

/** The custom domains of the portal: added, checked, deleted (PRT-063). */
export function DomainsSection({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const api = useApi()
  const client = useQueryClient()
  const query = domainList(api)
  const { data } = useQuery({
    ...query,
    // A check runs as a job; until it has ended the list is read again.
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.is_checking) ? CHECKING_MS : false),
  })
  const domains = data?.data ?? []
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const onError = (error: Error) => void toast.error(error)
  const check = useCall(checkDomain, { onSuccess: refresh, onError })
  const remove = useCall(deleteDomain, { onSuccess: refresh, onError })
  const ask = async ({ id }: ListedDomain) => {
    if (await confirm('delete_domain')) remove.mutate({ params: { id } })
  }
  const record = useRecordForm({
    defaults: { host: '' },
    schema: addDomain.body,
    savedText: false,
    save: (payload) => api.call(addDomain, { body: payload as never }),
    onSaved: () => {
      record.reset()
      void refresh()
    },
  })
  return (
    <FormSection
      title="Domains"
      text="Let people reach this portal at a domain of your own, such as learn.example.com."
    >
      <Wide>
        {domains.length > 0 && (
          <ul className={styles.list} aria-label="Domains">
            {domains.map((domain) => (
              <CheckedItem
                key={domain.id}
                name={domain.host}
                item={domain}
                badge={domain.is_primary && <Badge tone="primary">Portal address</Badge>}
                isReadOnly={isReadOnly}
                isBusy={check.isPending}
                onCheck={() => check.mutate({ params: { id: domain.id } })}
                onDelete={() => void ask(domain)}
              />
            ))}
          </ul>
        )}
        {domains.length === 0 && <p className={styles.note}>No domain yet. Your portal uses the platform’s address.</p>}
        {!isReadOnly && (
          <RecordFields record={record} className={styles.add}>
            <TextField name="host" label="Domain" placeholder="learn.example.com" maxLength={253} autoComplete="off" />
            <Button type="submit" variant="outline" icon={IconPlus} isLoading={record.isSaving}>
              Add domain
            </Button>
          </RecordFields>
        )}
      </Wide>
    </FormSection>
  )
}
