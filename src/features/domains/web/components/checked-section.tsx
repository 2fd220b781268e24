import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormSection, RecordFields, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { CheckedKind, Listed } from '../kinds.ts'
import { CheckedItem } from './checked-item.tsx'
import styles from './domains.module.css'

const CHECKING_MS = 1_500

type Props = {
  kind: CheckedKind
  /** What goes with every call, so that it acts in the portal of the screen. */
  scope: { query?: undefined }
  isReadOnly: boolean
}

/** The custom domains or senders of a portal: added, checked, chosen, deleted (PRT-063, PRT-064, PRT-111). */
export function CheckedSection({ kind, scope, isReadOnly }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const query = kind.query(api, scope)
  const { data } = useQuery({
    ...query,
    // A check runs as a job; until it has ended the list is read again.
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.is_checking) ? CHECKING_MS : false),
  })
  const items: readonly Listed[] = data?.data ?? []
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const onError = (error: Error) => void toast.error(error)
  const check = useCall(kind.check, { onSuccess: refresh, onError })
  const remove = useCall(kind.remove, { onSuccess: refresh, onError })
  const prefer = useCall(kind.prefer ?? kind.check, { onSuccess: refresh, onError })
  const at = ({ id }: Listed) => ({ params: { id }, ...scope })
  const ask = async (item: Listed) => {
    if (await confirm(kind.deletion)) remove.mutate(at(item))
  }
  const { name, ...field } = kind.field
  const record = useRecordForm({
    defaults: { [name]: '' },
    savedText: false,
    save: (payload) => api.call(kind.add, { body: payload as never, ...scope }),
    onSaved: () => {
      record.reset()
      void refresh()
    },
  })
  return (
    <FormSection title={kind.title} text={kind.text}>
      <Wide>
        {items.length > 0 && (
          <ul className={styles.list} aria-label={kind.title}>
            {items.map((item) => (
              <CheckedItem
                key={item.id}
                name={kind.nameOf(item)}
                item={item}
                mark={kind.markOf(item)}
                isReadOnly={isReadOnly}
                isBusy={check.isPending}
                onCheck={() => check.mutate(at(item))}
                onPrefer={kind.mayBePreferred(item) ? () => prefer.mutate(at(item)) : undefined}
                onDelete={() => void ask(item)}
              />
            ))}
          </ul>
        )}
        {data && items.length === 0 && <p className={styles.note}>{kind.none}</p>}
        {!isReadOnly && (
          <RecordFields record={record} className={styles.add}>
            <TextField name={name} autoComplete="off" {...field} />
            <Button type="submit" variant="outline" icon={IconPlus} isLoading={record.isSaving}>
              {kind.addition}
            </Button>
          </RecordFields>
        )}
      </Wide>
    </FormSection>
  )
}
