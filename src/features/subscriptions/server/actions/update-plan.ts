import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { updatePlan as endpoint } from '../../contract.ts'
import { loadPlan, lockPlan, type PlanRow, savePlan } from '../store.ts'

/**
 * Sets what a plan costs and gives from now on, in cents: new terms have it, a running one keeps the price, the credits and
 * the trial it began with. `not_found` for an unknown plan.
 */
export const updatePlan = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { monthly_price, annual_price, extra_credit_price, ...rest }: Input<typeof endpoint>['body'],
): Promise<PlanRow> => {
  const before = await lockPlan(tx, id)
  if (!before) throw fail('not_found')
  const columns = {
    ...rest,
    monthly_price_cents: monthly_price,
    annual_price_cents: annual_price,
    extra_credit_price_cents: extra_credit_price,
  }
  const changes = Object.entries(columns).filter(
    ([name, value]) => value !== undefined && value !== before[name as never],
  )
  if (changes.length > 0) {
    await savePlan(tx, id, Object.fromEntries(changes))
    await dropPages(tx, 'plans')
    await logActivity(tx, ctx, {
      action: 'plan.update',
      subject_type: 'plan',
      subject_id: id,
      changes: Object.fromEntries(changes.map(([name, to]) => [name, { from: before[name as never], to }])),
    })
  }
  return (await loadPlan(tx, { id })) ?? before
}
