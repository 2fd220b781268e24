import type { OrderServices } from '#features/orders/server/api.ts'

/** What subscriptions need beside the transaction: the same as orders. */
export type SubscriptionServices = OrderServices
