import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteRedirect, listRedirects } from '../../contract.ts'
import { AddressesFrame } from '../components/frame.tsx'
import { ManyDialog } from '../components/many-dialog.tsx'
import { RedirectDialog } from '../components/redirect-dialog.tsx'
import { type Kept, REDIRECTS_SPEC } from '../queries.ts'
import styles from '../redirects.module.css'

/** Where addresses of former websites lead, with dialogs to add and change them (SEO-026, SEO-029). */
export function RedirectsScreen() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSession()
  const address = useListState(REDIRECTS_SPEC)
  const result = useQuery({
    ...api.query(listRedirects, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<Kept | 'new' | 'many' | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [listRedirects.path] })
  const remove = useCall(deleteRedirect, { onSuccess: refresh, onError: (error) => void toast.error(error) })
  const ask = async (row: Kept) => {
    if (await confirm('delete')) remove.mutate({ params: { id: row.id } })
  }
  const onSaved = () => void refresh()
  const onClose = () => setOpen(null)
  const add = can(session, 'site-content.create') && (
    <>
      <Button variant="outline" onClick={() => setOpen('many')}>
        Add many
      </Button>
      <Button icon={IconPlus} onClick={() => setOpen('new')}>
        New redirect
      </Button>
    </>
  )
  return (
    <AddressesFrame
      current="redirects"
      text="Where addresses of your former website lead. A redirect works only where this portal has no page."
      actions={add}
    >
      <ListScreen<Kept>
        label="Redirects"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.old_address}
        rowActions={(row) => [
          ...(can(session, 'site-content.update')
            ? [{ label: 'Edit', icon: IconPencil, run: () => setOpen(row) }]
            : []),
          { label: 'Try it', icon: IconExternalLink, href: row.old_address },
          ...(can(session, 'site-content.delete')
            ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void ask(row) }]
            : []),
        ]}
        searchLabel="Search addresses"
        columns={[
          {
            key: 'old_address',
            title: 'Old address',
            role: 'main',
            isSortable: true,
            cell: (row) => <span className={styles.address}>{row.old_address}</span>,
          },
          {
            key: 'new_address',
            title: 'Leads to',
            cell: (row) => <span className={styles.address}>{row.new_address}</span>,
          },
          {
            key: 'updated_at',
            title: 'Changed',
            role: 'secondary',
            cell: (row) => <DateText value={row.updated_at} />,
          },
        ]}
        empty={{
          title: 'No redirects yet',
          text: 'When you move a website here, its old links and search results can go on working. Add where each of them leads.',
        }}
      />
      {open === 'many' && <ManyDialog onClose={onClose} onSaved={onSaved} />}
      {open !== null && open !== 'many' && (
        <RedirectDialog
          key={open === 'new' ? 'new' : open.id}
          redirect={open === 'new' ? null : open}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
    </AddressesFrame>
  )
}
