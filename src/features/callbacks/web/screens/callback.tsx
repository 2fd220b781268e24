import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { DataList } from '#ui/app/list/data-list.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useChangeSearch } from '#ui/hooks/use-change-search.ts'
import { IconEye, IconPencil, IconPlayerPlay, IconRefresh } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { listDeliveries, replayDeliveries, showCallback, testCallback } from '../../contract.ts'
import { EVENT_TYPES, TEST_EVENT, titleOf } from '../../rules/events.ts'
import { DELIVERY_STATUSES } from '../../rules/retries.ts'
import styles from '../callbacks.module.css'
import { CallbackDialog } from '../components/callback-dialog.tsx'
import { DeliveryBadge, STATUS_WORDS } from '../components/delivery-badge.tsx'
import { DeliveryDialog } from '../components/delivery-dialog.tsx'
import { ReplayDialog } from '../components/replay-dialog.tsx'
import { RotateDialog, type RotatedSecret } from '../components/rotate-dialog.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { type CallbackShown, callbackQuery, type DeliveryRow, LOG_SPEC } from '../queries.ts'

const REFRESH_MS = 5_000
const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    options: DELIVERY_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label })),
  },
  {
    name: 'event_type',
    label: 'Event',
    options: [...EVENT_TYPES, TEST_EVENT].map((value) => ({ value, label: titleOf(value) })),
  },
]

type Open = 'edit' | 'secret' | 'replay' | null

/** One callback: how its address answers, and every message with its attempts (INT-027). */
export function CallbackScreen({ id }: { id: number }) {
  const api = useApi()
  const query = callbackQuery(api, id)
  const { data: callback } = useSuspenseQuery(query).data
  useQuery({ ...query, refetchInterval: REFRESH_MS })
  const queryClient = useQueryClient()
  const canUpdate = can(useSession(), 'callbacks.update')
  const [open, setOpen] = useState<Open>(null)
  const [made, setMade] = useState<RotatedSecret | null>(null)
  const reload = () =>
    Promise.all(
      [listDeliveries.path, showCallback.path].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
    )
  const onClose = () => setOpen(null)
  const message = useMessage()
  const send = useCall(testCallback, {
    onSuccess: async ({ data }) => {
      message.open(data.delivery_id)
      await reload()
    },
    onError: (error) => void toast.error(error),
  })
  return (
    <>
      <PageHeader
        title={callback.name}
        badge={<StateBadge callback={callback} />}
        text={<span className={styles.address}>{callback.url}</span>}
        crumbs={[{ label: 'Callbacks', href: '/admin/callbacks' }, { label: callback.name }]}
        actions={
          canUpdate && (
            <>
              <Button variant="outline" onClick={() => setOpen('secret')}>
                New secret
              </Button>
              <Button variant="outline" icon={IconPencil} onClick={() => setOpen('edit')}>
                Edit
              </Button>
              <Button icon={IconPlayerPlay} isLoading={send.isPending} onClick={() => send.mutate({ params: { id } })}>
                Send a test
              </Button>
            </>
          )
        }
      />
      <Facts callback={callback} />
      <Log
        id={id}
        hrefOf={message.hrefOf}
        canReplay={canUpdate}
        onChanged={reload}
        toolbar={
          canUpdate && (
            <Button variant="outline" icon={IconRefresh} onClick={() => setOpen('replay')}>
              Send again
            </Button>
          )
        }
      />
      {open === 'edit' && <CallbackDialog callback={callback} onClose={onClose} onSaved={() => void reload()} />}
      {open === 'secret' && (
        <RotateDialog
          id={id}
          onClose={onClose}
          onMade={(secret) => {
            setMade(secret)
            void reload()
          }}
        />
      )}
      {made && (
        <SecretDialog name={callback.name} secret={made.secret} onClose={() => setMade(null)}>
          {made.former_secret_until && (
            <p>
              The old secret stays valid until <TimeText value={made.former_secret_until} />.
            </p>
          )}
        </SecretDialog>
      )}
      {open === 'replay' && <ReplayDialog id={id} onClose={onClose} onSaved={() => void reload()} />}
      {message.id !== null && (
        <DeliveryDialog
          key={message.id}
          callbackId={id}
          deliveryId={message.id}
          canReplay={canUpdate}
          onClose={() => {
            message.close()
            void reload()
          }}
        />
      )}
    </>
  )
}

/** The message that is open stands in the address, so that it can be linked to. */
const useMessage = () => {
  const changeSearch = useChangeSearch()
  const search = useSearch({ strict: false }) as { message?: unknown }
  const { pathname, searchStr } = useLocation()
  const id = Number(search.message)
  const set = (message: number | undefined) =>
    void changeSearch((before) => ({ ...before, message }), { replace: true })
  const hrefOf = (message: number) => {
    const query = new URLSearchParams(searchStr)
    query.set('message', String(message))
    return `${pathname}?${query}`
  }
  return { id: Number.isSafeInteger(id) && id > 0 ? id : null, hrefOf, open: set, close: () => set(undefined) }
}

function Facts({ callback }: { callback: CallbackShown }) {
  const { failing_since: since, events, courses } = callback
  return (
    <>
      {since && callback.is_active && (
        <div className={styles.notice}>
          <Alert tone="danger" title="This endpoint is not responding as it should" isLive>
            Failing since <TimeText value={since} />. Nothing is lost: messages wait and are sent when it responds
            again.
          </Alert>
        </div>
      )}
      <Card className={styles.card}>
        <DataList
          items={[
            {
              label: 'Events',
              value: events.length === EVENT_TYPES.length ? 'All events' : events.map(titleOf).join(', '),
            },
            {
              label: 'Courses',
              value: callback.is_for_all_courses ? 'All courses' : courses.map(({ title }) => title).join(', '),
            },
            {
              label: 'Last successful delivery',
              value: callback.succeeded_at && <TimeText value={callback.succeeded_at} />,
            },
            { label: 'Version', value: callback.api_version },
            ...(callback.former_secret_until
              ? [{ label: 'Old secret valid until', value: <TimeText value={callback.former_secret_until} /> }]
              : []),
          ]}
        />
      </Card>
    </>
  )
}

type LogProps = {
  id: number
  hrefOf: (id: number) => string
  toolbar: ReactNode
  canReplay: boolean
  onChanged: () => unknown
}

function Log({ id, hrefOf, toolbar, canReplay, onChanged }: LogProps) {
  const api = useApi()
  const again = useCall(replayDeliveries, {
    onSuccess: () => {
      toast.success('The message is on its way again.')
      return onChanged()
    },
    onError: (error) => void toast.error(error),
  })
  const address = useListState(LOG_SPEC)
  const result = useQuery({
    ...api.query(listDeliveries, { params: { id }, query: address.query as never }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <ListScreen<DeliveryRow>
      label="Messages"
      address={address}
      result={result}
      filters={FILTERS}
      toolbar={toolbar}
      searchLabel="Search records, such as enrollment:12"
      rowKey={(row) => row.id}
      rowName={(row) => `${titleOf(row.event_type)}, ${row.subject}`}
      rowActions={(row) => [
        { label: 'Request and response', icon: IconEye, href: hrefOf(row.id) },
        ...(canReplay && row.status !== 'PENDING'
          ? [
              {
                label: 'Send again',
                icon: IconRefresh,
                run: () => again.mutate({ params: { id }, body: { ids: [row.id] } }),
              },
            ]
          : []),
      ]}
      rowHref={(row) => hrefOf(row.id)}
      columns={[
        {
          key: 'event_type',
          title: 'Message',
          role: 'main',
          cell: (row) => (
            <span className={styles.name}>
              {titleOf(row.event_type)}
              <small>
                {row.subject}, message {row.number}
              </small>
            </span>
          ),
        },
        { key: 'status', title: 'Status', cell: (row) => <DeliveryBadge status={row.status} /> },
        { key: 'attempts', title: 'Attempts', role: 'secondary', align: 'right', cell: (row) => row.attempts },
        { key: 'occurred_at', title: 'Time', cell: (row) => <TimeText value={row.occurred_at} /> },
      ]}
      empty={{
        title: 'No messages yet',
        text: 'Messages are listed here for 90 days, each with its request and response. Send a test to see one.',
      }}
    />
  )
}
