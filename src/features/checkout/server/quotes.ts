import { availableBundles } from '#features/bundles/server/api.ts'
import { coursesOf, isBought, requireShop } from '#features/catalog/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { creditPrice, requireCreditBuyer } from '#features/credits/server/api.ts'
import { isActiveLearner, isManagerOf } from '#features/enrollments/server/api.ts'
import type { NewLine, OrderKinds, Quote, RequestedItem } from '#features/orders/server/api.ts'
import type { Context, Viewer } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { OrderType } from '#kernel/product/orders.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { toastText } from '#kernel/product/texts.ts'
import type { Tx } from '#platform/db/db.ts'
import { bundlePrice, lineTotal, priceFor } from '../rules/pricing.ts'

/** Fails for the items that cannot be bought: unknown, of another portal, not published or without a price, all alike (API-021). */
const requireAll = (lines: (NewLine | null)[]): NewLine[] => {
  const missing = lines.flatMap((one, index) => (one === null ? [index] : []))
  if (missing.length > 0)
    throw fail('invalid', {
      message: toastText('cart_items_removed'),
      fields: Object.fromEntries(missing.map((index) => [`items.${index}.id`, [errorText('not_in_options')]])),
    })
  return lines.filter((one) => one !== null)
}

const idsOf = (items: readonly RequestedItem[]) => items.flatMap((item) => item.id ?? [])

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))

export const quoteCourses: Quote = async (tx, ctx, items) => {
  requireShop(ctx)
  const courses = byId(await coursesOf(tx, ctx, idsOf(items)))
  const lines = items.map((item): NewLine | null => {
    const course = courses.get(item.id ?? 0)
    const price =
      course && course.publication_status === PUBLICATION.published ? priceFor(course.tiers, item.quantity) : null
    if (!course || price === null) return null
    const { id, title, slug } = course
    return { kind: 'course', item_id: id, title, slug, quantity: item.quantity, unit_price_cents: price, courses: [id] }
  })
  return requireAll(lines)
}

export const quoteBundles: Quote = async (tx, ctx, items) => {
  requireShop(ctx)
  const bundles = byId(await availableBundles(tx, ctx.portal.id, idsOf(items)))
  const lines = items.map((item): NewLine | null => {
    const bundle = bundles.get(item.id ?? 0)
    if (!bundle) return null
    return {
      kind: 'bundle',
      item_id: bundle.id,
      title: bundle.title,
      slug: bundle.slug,
      quantity: item.quantity,
      unit_price_cents: bundlePrice(bundle),
      courses: bundle.courses.map((course) => course.id),
    }
  })
  return requireAll(lines)
}

const requireViewer = (ctx: Context): Viewer => {
  if (!ctx.viewer) throw fail('unauthorized')
  return ctx.viewer
}

/** Credits of published courses (CRD-012): a manager buys for the own courses, the others for the portal (ORD-037). */
export const quoteCourseCredits: Quote = async (tx, ctx, items) => {
  const viewer = requireViewer(ctx)
  const isManager = viewer.current_role === 'manager'
  if (!isManager) requireCreditBuyer(ctx)
  const lines: (NewLine | null)[] = []
  for (const item of items) {
    const course = item.id ? await loadCourse(tx, ctx.portal.id, { id: item.id }) : null
    const isWithinReach =
      course !== null && (!isManager || (await isManagerOf(tx, ctx.portal.id, course.id, viewer.user_id)))
    if (!isWithinReach || course.publication_status !== PUBLICATION.published) {
      lines.push(null)
      continue
    }
    const { id, title, slug } = course
    const price = creditPrice(course, await isBought(tx, ctx, id))
    const { quantity } = item
    lines.push({ kind: 'credits', item_id: id, title, slug, quantity, unit_price_cents: price, courses: [id] })
  }
  return requireAll(lines)
}

const ONE_COURSE = 'A course is taken again one at a time.'
const STILL_LEARNER = 'You are still a learner of this course.'

/** Taking a course again: one seat for a person who was its learner and no longer is (USR-022). */
export const quoteReenrollment: Quote = async (tx, ctx, items) => {
  const viewer = requireViewer(ctx)
  const [item] = items
  if (items.length !== 1 || item?.quantity !== 1) throw fail('invalid', { fields: { items: [ONE_COURSE] } })
  const [line] = await quoteCourses(tx, ctx, items)
  const courseId = line?.item_id
  if (!courseId) throw fail('not_found')
  const learner = { user_id: viewer.user_id, course_id: courseId }
  if (await isActiveLearner(tx, ctx, learner)) throw fail('invalid', { fields: { 'items.0.id': [STILL_LEARNER] } })
  const former = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', viewer.user_id)
    .where('course_id', '=', courseId)
    .where('role', '=', 'learner')
    .executeTakeFirst()
  if (!former) throw fail('not_found')
  return [line]
}

/** Items that are named twice count as one with both quantities (CRT-009). */
const merged = (items: readonly RequestedItem[]): RequestedItem[] => {
  const all = new Map<string, RequestedItem>()
  for (const item of items) {
    const key = `${item.id ?? ''}:${item.type ?? ''}:${item.portal_name ?? ''}`
    const known = all.get(key)
    all.set(key, known ? { ...known, quantity: known.quantity + item.quantity } : item)
  }
  const tooMany = [...all.values()].findIndex((item) => item.quantity > 9999)
  if (tooMany >= 0)
    throw fail('invalid', { fields: { [`items.${tooMany}.quantity`]: [errorText('max_value', { max: 9999 })] } })
  return [...all.values()]
}

/** The lines of an order with the prices of this moment, in cents (CRT-016). */
export const quote = async (
  tx: Tx,
  ctx: Context,
  { kind, items }: { kind: OrderType; items: readonly RequestedItem[] },
  kinds: OrderKinds,
): Promise<NewLine[]> => {
  const make = kinds[kind].quote
  if (!make) throw fail('invalid', { fields: { kind: [errorText('not_in_options')] } })
  return make(tx, ctx, merged(items))
}

/** The total of lines in cents. */
export const totalOf = (lines: readonly NewLine[]): number =>
  lines.reduce((sum, line) => sum + lineTotal(line.unit_price_cents, line.quantity), 0)
