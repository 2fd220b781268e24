import { openStartedSite, portalChanged } from '#features/portals/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { accessUntil } from '../rules/status.ts'
import { loadPlan, loadRunning, type SubscriptionRow } from './store.ts'

/** Whether a new term starts automatically: there is a card, and nobody has canceled. */
export const renews = (subscription: Pick<SubscriptionRow, 'status' | 'card_reference'>): boolean =>
  ['active', 'past_due'].includes(subscription.status) && subscription.card_reference !== null

/** What the rules of access ask of a subscription. */
export const standingOf = (subscription: SubscriptionRow) => ({
  status: subscription.status,
  ends_at: subscription.ends_at,
  renews: renews(subscription),
})

/**
 * Writes the effects of the portal's own subscription: its plan and how long it has access (ORD-031). Every process
 * reads the portal again afterwards. A partner's subscription changes nothing about the portal.
 */
export const applyToPortal = async (tx: Tx, subscription: Pick<SubscriptionRow, 'portal_id' | 'company_id'>) => {
  if (subscription.company_id !== null) return
  const running = await loadRunning(tx, { portal_id: subscription.portal_id, company_id: null })
  const plan = running && (await loadPlan(tx, { id: running.plan_id }))
  await tx
    .updateTable('portals')
    .set({
      plan_short_name: plan?.short_name ?? null,
      subscribed_until: running ? accessUntil(standingOf(running)) : null,
    })
    .where('id', '=', subscription.portal_id)
    .execute()
  if (running) await openStartedSite(tx, subscription.portal_id)
  await portalChanged(tx, subscription.portal_id)
}
