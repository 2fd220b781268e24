import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteFormerAddress, listFormerAddresses } from '../../contract.ts'
import { AddressesFrame } from '../components/frame.tsx'
import { FORMER_SPEC, type Former } from '../queries.ts'
import styles from '../redirects.module.css'

/** The addresses that courses, articles, pages and others have given up, and that still lead to them (SEO-030). */
export function FormerAddressesScreen() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSession()
  const address = useListState(FORMER_SPEC)
  const result = useQuery({
    ...api.query(listFormerAddresses, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const remove = useCall(deleteFormerAddress, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listFormerAddresses.path] }),
    onError: (error) => void toast.error(error),
  })
  const ask = async (row: Former) => {
    const question = {
      title: 'Let this address go?',
      text: `Links to ${row.old_address} will no longer lead to “${row.title}”.`,
      yes: 'Let it go',
      isDanger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id: row.id } })
  }
  return (
    <AddressesFrame
      current="former-addresses"
      text="When you change the address of a course or page, the old address redirects to the new one."
    >
      <ListScreen<Former>
        label="Former addresses"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.old_address}
        rowActions={(row) => [
          { label: 'Try it', icon: IconExternalLink, href: row.old_address },
          ...(can(session, 'site-content.delete')
            ? [{ label: 'Let it go', icon: IconTrash, isDanger: true, run: () => void ask(row) }]
            : []),
        ]}
        searchLabel="Search addresses and titles"
        columns={[
          {
            key: 'old_address',
            title: 'Former address',
            role: 'main',
            cell: (row) => <span className={styles.address}>{row.old_address}</span>,
          },
          {
            key: 'new_address',
            title: 'Leads to',
            cell: (row) => (
              <span className={styles.record}>
                {row.title}
                <small>{row.new_address}</small>
              </span>
            ),
          },
          {
            key: 'created_at',
            title: 'Given up',
            isSortable: true,
            role: 'secondary',
            cell: (row) => <DateText value={row.created_at} />,
          },
        ]}
        empty={{
          title: 'No former addresses',
          text: 'Nothing here has changed its address yet.',
        }}
      />
    </AddressesFrame>
  )
}
