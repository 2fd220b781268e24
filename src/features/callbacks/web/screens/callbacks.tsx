import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconBook, IconList, IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { deleteCallback, listCallbacks, testCallback } from '../../contract.ts'
import { EVENT_TYPES, titleOf } from '../../rules/events.ts'
import styles from '../callbacks.module.css'
import { CallbackDialog } from '../components/callback-dialog.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { CALLBACKS_SPEC, type CallbackShown } from '../queries.ts'

const capped = (count: number) => (count >= 1_000 ? '1,000 or more' : formatNumber(count))
const eventsOf = ({ events }: CallbackShown) =>
  events.length === EVENT_TYPES.length ? 'All events' : events.map(titleOf).join(', ')

/** The customer's own systems that callbacks notify of what happens here (INT-017). */
export function CallbacksScreen() {
  const api = useApi()
  const session = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<CallbackShown | 'new' | null>(null)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const address = useListState(CALLBACKS_SPEC)
  const result = useQuery({
    ...api.query(listCallbacks, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const reload = () => queryClient.invalidateQueries({ queryKey: [listCallbacks.path] })
  const onError = (error: unknown) => void toast.error(error)
  const remove = useCall(deleteCallback, { onSuccess: reload, onError })
  const send = useCall(testCallback, {
    onSuccess: ({ data }, { params }) =>
      navigate({ href: `/admin/callbacks/${params.id}?message=${data.delivery_id}` }),
    onError,
  })
  const ask = async (row: CallbackShown) => {
    const question = {
      title: 'Delete this callback?',
      text: `${row.name} gets no more messages. Waiting messages are not sent, and the log is deleted.`,
      yes: 'Delete',
      isDanger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id: row.id } })
  }
  const canUpdate = can(session, 'callbacks.update')
  const add = can(session, 'callbacks.create') && (
    <Button icon={IconPlus} onClick={() => setOpen('new')}>
      New callback
    </Button>
  )
  return (
    <>
      <ListScreen<CallbackShown>
        title="Callbacks"
        text="Send events from this portal to your own systems as they happen: enrollments, progress, certificates, orders and more."
        actions={
          <>
            <LinkButton variant="outline" icon={IconBook} href="/api/v1/docs/callbacks#receive">
              For developers
            </LinkButton>
            {add}
          </>
        }
        label="Callbacks"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/admin/callbacks/${row.id}`}
        rowActions={(row) => [
          { label: 'Open the log', icon: IconList, href: `/admin/callbacks/${row.id}` },
          ...(canUpdate
            ? [
                {
                  label: 'Send a test',
                  icon: IconPlayerPlay,
                  run: () => send.mutate({ params: { id: row.id } }),
                },
                { label: 'Edit', icon: IconPencil, run: () => setOpen(row) },
              ]
            : []),
          ...(can(session, 'callbacks.delete')
            ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void ask(row) }]
            : []),
        ]}
        searchLabel="Search names and addresses"
        columns={[
          {
            key: 'name',
            title: 'Callback',
            role: 'main',
            cell: (row) => (
              <span className={styles.name}>
                {row.name}
                <small>{row.url}</small>
              </span>
            ),
          },
          { key: 'events', title: 'Events', role: 'secondary', cell: (row) => eventsOf(row) },
          {
            key: 'state',
            title: 'State',
            cell: (row) => (
              <span className={styles.line}>
                <StateBadge callback={row} />
                {row.failed_count > 0 && <Badge tone="danger">{capped(row.failed_count)} failed</Badge>}
                {row.waiting_count > 0 && <Badge tone="warning">{capped(row.waiting_count)} waiting</Badge>}
              </span>
            ),
          },
        ]}
        empty={{
          title: 'No callbacks yet',
          text: 'Add the address of a system of yours, such as your HR system. It gets a signed message whenever something happens here.',
          action: add,
        }}
      />
      {open !== null && (
        <CallbackDialog
          key={open === 'new' ? 'new' : open.id}
          callback={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={({ name, secret }) => {
            if (secret) setMade({ name, secret })
            void reload()
          }}
        />
      )}
      {made && <SecretDialog {...made} onClose={() => setMade(null)} />}
    </>
  )
}
