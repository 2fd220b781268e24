import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge, wordOf } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCoin, IconPencil, IconPlus } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { listSubscriptions } from '../../contract.ts'
import { SUBSCRIPTION_STATUSES } from '../../rules/status.ts'
import { SUBSCRIPTIONS_SPEC, subscriptionQueries } from '../queries.ts'

type Row = Wire<typeof listSubscriptions>['data'][number]

/** The subscriptions of all portals and partners, newest first (CRT-033). */
export function SubscriptionsScreen() {
  const { viewer } = useSession()
  const queries = subscriptionQueries(useApi())
  const address = useListState(SUBSCRIPTIONS_SPEC)
  const result = useQuery({ ...queries.list({ ...address.query }), placeholderData: keepPreviousData })
  const { data: plans } = useSuspenseQuery(queries.plans('portal'))
  const plansLink = (
    <LinkButton variant="outline" icon={IconCoin} href="/admin/subscriptions/plans">
      Plans and prices
    </LinkButton>
  )
  const attach = viewer?.abilities.includes('subscriptions.create') && (
    <LinkButton icon={IconPlus} href="/admin/subscriptions/attach">
      Attach a plan
    </LinkButton>
  )
  return (
    <ListScreen<Row>
      title="Subscriptions"
      text="Plans that portals and partners have, and their end dates."
      label="Subscriptions"
      actions={
        <>
          {plansLink}
          {attach}
        </>
      }
      address={address}
      result={result}
      rowKey={(row) => row.id}
      rowName={(row) => `the subscription of ${row.company?.name ?? row.portal.name}`}
      rowHref={(row) => `/admin/subscriptions/${row.id}`}
      rowActions={(row) => [{ label: 'Open', icon: IconPencil, href: `/admin/subscriptions/${row.id}` }]}
      filters={[
        {
          name: 'status',
          label: 'Status',
          options: SUBSCRIPTION_STATUSES.map((status) => ({ value: status, label: wordOf(status) })),
        },
        {
          name: 'plan_id',
          label: 'Plan',
          options: plans.data.map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ]}
      searchLabel="Name of the portal"
      columns={[
        { key: 'portal', title: 'Portal', role: 'main', cell: (row) => row.company?.name ?? row.portal.name },
        { key: 'plan', title: 'Plan', cell: (row) => row.plan.name },
        { key: 'status', title: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
        {
          key: 'price',
          title: 'Price',
          align: 'right',
          role: 'secondary',
          cell: (row) =>
            row.is_attached ? 'Attached' : `${formatMoney(row.price)} a ${row.period === 'annual' ? 'year' : 'month'}`,
        },
        {
          key: 'ends_at',
          title: 'End of term',
          isSortable: true,
          cell: (row) => <DayText value={row.ends_at} isEnd />,
        },
        {
          key: 'created_at',
          title: 'Since',
          isSortable: true,
          role: 'secondary',
          cell: (row) => <DayText value={row.created_at} />,
        },
      ]}
      empty={{
        title: 'No subscriptions yet',
        text: 'Plans that portals buy or that you attach will be listed here.',
        action: attach,
      }}
    />
  )
}
