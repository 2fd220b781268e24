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
import { addEmail, checkEmail, deleteEmail } from '../../contract.ts'
import { emailList, type ListedEmail } from '../queries.ts'
import { CheckedItem } from './checked-item.tsx'
import styles from './domains.module.css'

const CHECKING_MS = 1_500

/** The custom e-mail senders of the portal: added, checked, deleted (PRT-064). */
export function SendersSection({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const api = useApi()
  const client = useQueryClient()
  const query = emailList(api)
  const { data } = useQuery({
    ...query,
    // A check runs as a job; until it has ended the list is read again.
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.is_checking) ? CHECKING_MS : false),
  })
  const senders = data?.data ?? []
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const onError = (error: Error) => void toast.error(error)
  const check = useCall(checkEmail, { onSuccess: refresh, onError })
  const remove = useCall(deleteEmail, { onSuccess: refresh, onError })
  const ask = async ({ id }: ListedEmail) => {
    if (await confirm('delete_email')) remove.mutate({ params: { id } })
  }
  const record = useRecordForm({
    defaults: { email: '' },
    schema: addEmail.body,
    savedText: false,
    save: (payload) => api.call(addEmail, { body: payload as never }),
    onSaved: () => {
      record.reset()
      void refresh()
    },
  })
  return (
    <FormSection
      title="E-mail senders"
      text="Send this portal’s e-mails from an address of your own. Replies still go to your support e-mail."
    >
      <Wide>
        {senders.length > 0 && (
          <ul className={styles.list} aria-label="E-mail senders">
            {senders.map((sender) => (
              <CheckedItem
                key={sender.id}
                name={sender.email}
                item={sender}
                badge={sender.is_sender && <Badge tone="primary">Sends e-mails</Badge>}
                isReadOnly={isReadOnly}
                isBusy={check.isPending}
                onCheck={() => check.mutate({ params: { id: sender.id } })}
                onDelete={() => void ask(sender)}
              />
            ))}
          </ul>
        )}
        {senders.length === 0 && (
          <p className={styles.note}>
            No sender yet. E-mails come from the platform’s address with your portal’s name.
          </p>
        )}
        {!isReadOnly && (
          <RecordFields record={record} className={styles.add}>
            <TextField
              name="email"
              label="Sender’s e-mail"
              type="email"
              placeholder="training@example.com"
              autoComplete="off"
            />
            <Button type="submit" variant="outline" icon={IconPlus} isLoading={record.isSaving}>
              Add sender
            </Button>
          </RecordFields>
        )}
      </Wide>
    </FormSection>
  )
}
