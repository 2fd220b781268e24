import { isOwnPriceAllowed, minCreditPrice } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updatePrices as endpoint } from '../../contract.ts'
import { reachAndLockCourse } from '../access.ts'
import { replaceTiers, updateCourseRow } from '../authoring-store.ts'
import type { CoursePorts } from '../ports.ts'
import { requireReadyWhilePublished } from '../readiness.ts'
import { type CourseRow, loadCourse, loadTiers, type Tier } from '../store.ts'
import { touchCourse } from '../touch.ts'

/** The portal's own price of a credit is not below the discounted minimum (CRD-018). */
const requireAllowedCreditPrice = (course: CourseRow): void => {
  const { credit_price_cents: own } = course
  if (own === null || isOwnPriceAllowed(course, own)) return
  const least = minCreditPrice({ ...course, credit_price_cents: null }, true)
  throw fail('invalid', { fields: { credit_price: [errorText('min_value', { min: least / 100 })] } })
}

/** Puts a price list in place of the present one (BLD-020); a published course keeps at least one price (BLD-005). */
export const updatePrices = async (
  tx: Tx,
  ctx: SignedIn,
  ports: CoursePorts,
  key: { slug: string },
  body: Input<typeof endpoint>['body'],
): Promise<{ course: CourseRow; tiers: Tier[] }> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const { id } = course
  const before = (await loadTiers(tx, ctx.portal.id, [id])).get(id) ?? []
  const tiers = body.course_pricings.map(({ from, price }) => ({ from, price_cents: price }))
  await replaceTiers(tx, ctx.portal.id, id, tiers)
  await updateCourseRow(tx, ctx.portal.id, id, {
    ...(body.min_credit_price !== undefined && { min_credit_price_cents: body.min_credit_price }),
    ...(body.max_discount !== undefined && { max_discount: body.max_discount }),
    ...(body.credit_price !== undefined && { credit_price_cents: body.credit_price }),
  })
  const changed = (await loadCourse(tx, ctx.portal.id, { id })) ?? course
  requireAllowedCreditPrice(changed)
  await requireReadyWhilePublished(tx, ports, changed)
  await touchCourse(tx, ctx, id)
  const pair = (tier: { from: number; price_cents: number }) => [tier.from, tier.price_cents]
  await logActivity(tx, ctx, {
    action: 'course.update-prices',
    subject_type: 'course',
    subject_id: id,
    changes: {
      before: before.map(pair),
      after: tiers.map(pair),
      min_credit_price_cents: changed.min_credit_price_cents,
      max_discount: changed.max_discount,
      credit_price_cents: changed.credit_price_cents,
    },
  })
  return { course: changed, tiers: (await loadTiers(tx, ctx.portal.id, [id])).get(id) ?? [] }
}
