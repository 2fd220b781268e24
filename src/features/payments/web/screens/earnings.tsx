import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconReceipt } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { type listEarnings, startOnboarding } from '../../contract.ts'
import { MONEY_FILTERS } from '../filters.ts'
import { MONEY_SPEC, moneyQueries } from '../queries.ts'
import styles from './earnings.module.css'

type Row = Wire<typeof listEarnings>['data'][number]

/** Gross, fee, share and net of every payment and of all that match, and the account they go to (ORD-023, ORD-025). */
export function EarningsScreen() {
  const queries = moneyQueries(useApi())
  const address = useListState(MONEY_SPEC)
  const result = useQuery({ ...queries.earnings({ ...address.query }), placeholderData: keepPreviousData })
  const totals = result.data?.meta.totals
  return (
    <div className={styles.page}>
      <PageHeader
        title="Earnings"
        text="Each payment after refunds, fees and shares."
        actions={<ExportButton shown={{ kind: 'earnings', query: address.query }} />}
      />
      <Account />
      {totals && (
        <Stats
          items={[
            {
              label: 'Gross',
              value: formatMoney(totals.gross),
              note: totals.payments === 1 ? '1 payment' : `${totals.payments.toLocaleString('en-US')} payments`,
            },
            { label: 'Refunded', value: formatMoney(totals.refunded), note: 'Returned to buyers' },
            {
              label: 'Provider fees',
              value: formatMoney(totals.provider_fee),
              note: 'Charged by the payment provider',
            },
            {
              label: 'Platform share',
              value: formatMoney(totals.platform_share),
              note: 'Shares, plans and credits',
            },
            { label: 'Net', value: formatMoney(totals.net), note: 'After refunds and fees' },
          ]}
        />
      )}
      <ListScreen<Row>
        label="Earnings"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => `order ${row.order_number}`}
        rowHref={(row) => `/orders/${row.order_id}`}
        rowActions={(row) => [{ label: 'Open the order', icon: IconReceipt, href: `/orders/${row.order_id}` }]}
        filters={MONEY_FILTERS}
        searchLabel="Order number"
        columns={[
          { key: 'order_number', title: 'Order', role: 'main', cell: (row) => `Order ${row.order_number}` },
          { key: 'type', title: 'Type', role: 'secondary', cell: (row) => row.type_name },
          {
            key: 'created_at',
            title: 'Paid',
            isSortable: true,
            cell: (row) => <DayText value={row.paid_at} />,
          },
          { key: 'gross', title: 'Gross', align: 'right', cell: (row) => formatMoney(row.gross) },
          {
            key: 'refunded',
            title: 'Refunded',
            align: 'right',
            role: 'secondary',
            cell: (row) => formatMoney(row.refunded),
          },
          {
            key: 'provider_fee',
            title: 'Fee',
            align: 'right',
            role: 'secondary',
            cell: (row) => formatMoney(row.provider_fee),
          },
          {
            key: 'platform_share',
            title: 'Share',
            align: 'right',
            role: 'secondary',
            cell: (row) => formatMoney(row.platform_share),
          },
          { key: 'net', title: 'Net', align: 'right', cell: (row) => formatMoney(row.net) },
        ]}
        empty={{ title: 'No earnings yet', text: 'Your share of each payment will be listed here.' }}
      />
    </div>
  )
}

const NOTICES = {
  none: {
    tone: 'info',
    title: 'Get sales paid out to your own account',
    button: 'Set up the account',
    text: 'The payment provider asks for your company and bank account. Until then, the platform holds your sales.',
  },
  begun: {
    tone: 'warning',
    title: 'The payment account is not ready',
    button: 'Continue at the provider',
    text: 'The payment provider still needs something from you. Until then, the platform holds your sales.',
  },
  disconnected: {
    tone: 'warning',
    title: 'The payment account is no longer connected',
    button: 'Connect an account again',
    text: 'Access to it was revoked at the payment provider. Until you connect one again, the platform holds your sales.',
  },
} as const

/** The account at the payment provider: what is still to be given, or that all is well (ORD-023). */
function Account() {
  const { viewer } = useSession()
  const { data } = useSuspenseQuery(moneyQueries(useApi()).account())
  const start = useCall(startOnboarding, {
    onSuccess: ({ data: { url } }) => {
      location.assign(url)
      return new Promise(() => {})
    },
    onError: (error) => void toast.error(error),
  })
  if (!viewer?.abilities.includes('payments.create')) return null
  const account = data.data
  if (account?.is_ready) return null
  const goOn = () => {
    const here = `${location.origin}/earnings`
    start.mutate({ body: { return_url: here, refresh_url: here } })
  }
  const { tone, title, button, text } = NOTICES[account?.is_disconnected ? 'disconnected' : account ? 'begun' : 'none']
  return (
    <Alert
      tone={tone}
      title={title}
      action={
        <Button size="sm" icon={IconExternalLink} isLoading={start.isPending} onClick={goOn}>
          {button}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
