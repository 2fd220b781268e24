import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { updateCourseShipping } from '../contract.ts'
import type { ShippingOption } from '../rules/options.ts'

/** Whose settings: a course's or a bundle's, with its title. */
export type Owner = { title: string } & ({ course_id: number } | { bundle_id: number })

const whose = (owner: Owner) =>
  'course_id' in owner
    ? ({ column: 'course_id', id: owner.course_id } as const)
    : ({ column: 'bundle_id', id: owner.bundle_id } as const)

/** What is sent with a course or a bundle; nothing while nobody has said so. */
export const showSettings = async (tx: Tx, portalId: number, owner: Owner) => {
  const { column, id } = whose(owner)
  const row = await tx
    .selectFrom('shipping_settings')
    .select(['option', 'shippable_product_id', 'category', 'carrier', 'price_cents'])
    .where('portal_id', '=', portalId)
    .where(column, '=', id)
    .executeTakeFirst()
  const products = await tx
    .selectFrom('shippable_products')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .orderBy('title')
    .limit(1000)
    .execute()
  return {
    option: (row?.option ?? 'none') as ShippingOption,
    shippable_product_id: row?.shippable_product_id ?? null,
    category: row?.category ?? null,
    carrier: row?.carrier ?? null,
    price: row?.price_cents ?? 0,
    title: owner.title,
    products,
  }
}

const requireProduct = async (tx: Tx, portalId: number, id: number | null): Promise<void> => {
  if (id === null) throw fail('invalid', { fields: { shippable_product_id: [errorText('required')] } })
  const product = await tx
    .selectFrom('shippable_products')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product) throw fail('invalid', { fields: { shippable_product_id: [errorText('not_in_options')] } })
}

/** Saves the shipping settings of a course or a bundle: without settings nothing is shipped (SHP-002, SHP-004). */
export const saveSettings = async (
  tx: Tx,
  ctx: SignedIn,
  owner: Owner,
  body: Input<typeof updateCourseShipping>['body'],
): Promise<void> => {
  const { column, id } = whose(owner)
  const product = body.shippable_product_id ?? null
  if (body.option !== 'none' || product !== null) await requireProduct(tx, ctx.portal.id, product)
  const values = {
    option: body.option,
    shippable_product_id: product,
    category: body.category || null,
    carrier: body.carrier || null,
    price_cents: body.price ?? 0,
    updated_at: ctx.now,
  }
  await tx
    .insertInto('shipping_settings')
    .values({ portal_id: ctx.portal.id, [column]: id, ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', column]).doUpdateSet(values))
    .execute()
  const subject = column === 'course_id' ? 'course' : 'bundle'
  // A bundle's page may say what comes with its courses.
  await dropPages(
    tx,
    `courses:${ctx.portal.id}`,
    `bundles:${ctx.portal.id}`,
    ...(subject === 'course' ? [`course:${id}`] : []),
  )
  const { updated_at: _, ...changes } = values
  await logActivity(tx, ctx, {
    action: `${subject}.update-shipping`,
    subject_type: subject,
    subject_id: id,
    changes,
  })
}
