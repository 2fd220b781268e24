import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listManagedPlans, listPlans, listSubscriptions, showMySubscription, showSubscription } from '../contract.ts'

export type Mine = NonNullable<Wire<typeof showMySubscription>['data']>

/** How the list of subscriptions can be asked (CRT-033). */
export const SUBSCRIPTIONS_SPEC: ListSpec = {
  filters: ['status', 'plan_id'],
  sorts: ['created_at', 'ends_at'],
  sort: '-created_at',
}

/** What the screens of subscriptions read. */
export const subscriptionQueries = (api: Api) => ({
  mine: () => api.query(showMySubscription),
  plans: (audience: 'portal' | 'partner') => api.query(listPlans, { query: { audience } }),
  managedPlans: () => api.query(listManagedPlans),
  list: (search: Record<string, unknown>) =>
    api.query(listSubscriptions, {
      query: listQuery(readListState(search, SUBSCRIPTIONS_SPEC), SUBSCRIPTIONS_SPEC) as never,
    }),
  one: (id: number) => api.query(showSubscription, { params: { id } }),
})
