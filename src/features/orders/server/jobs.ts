import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { z } from '#kernel/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { each } from '#platform/jobs/each.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { closeOrder } from './actions/close-order.ts'
import { systemContext } from './system-context.ts'

/** Closes what was not paid in time. */
const sweepJob = job({ name: 'orders.sweep', data: z.object({}) })

const AT_ONCE = 200

/**
 * Cancels the orders over all portals that were not paid in time (ORD-008), each after closing its page at the provider.
 */
export const sweepOrders = async (db: Db, services: Services, now: Date): Promise<void> => {
  const waiting = await db.withPlatform(
    (tx) =>
      tx
        .selectFrom('orders')
        .select(['portal_id', 'id'])
        .where('status', '=', ORDER_STATUS.pending)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(AT_ONCE)
        .execute(),
    'read only',
  )
  await each(waiting, async (order) => {
    const ctx = await systemContext(services, order.portal_id, now)
    await closeOrder(db, services, ctx, { order_id: order.id, reason: 'The order was not paid in time.' })
  })
}

/** The background work of orders. */
export const jobs = (services: Services): JobHandler[] => [
  handle(sweepJob, (_data, { db, now }) => sweepOrders(db, services, now), { cron: '*/5 * * * *' }),
]
