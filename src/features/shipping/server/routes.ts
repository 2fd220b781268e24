import { findByEmail, loadPerson } from '#features/accounts/server/api.ts'
import { findHolder } from '#features/badges/server/api.ts'
import { reachAndLockCourse, reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { askToCancel } from './actions/cancel-shipment.ts'
import { tryStep } from './actions/take-step.ts'
import { testKey } from './actions/test-key.ts'
import { listChoices } from './choices.ts'
import { productKind } from './products.ts'
import { sendJob } from './send-job.ts'
import { type Owner, saveSettings, showSettings } from './settings.ts'
import {
  findShipment,
  insertShipment,
  listShipments,
  lockShipment,
  presentShipment,
  type ShipmentRow,
  updateShipment,
} from './store.ts'

const HAS_ONE = 'This order has a shipment already.'
const ON_ITS_WAY = 'This shipment is on its way already.'
const HANDED_OVER = 'The carrier has this parcel already, so it cannot be cancelled.'

const reachBundle = async (tx: Tx, ctx: SignedIn, id: number): Promise<Owner> => {
  const row = await tx
    .selectFrom('bundles')
    .select(['id', 'title'])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return { bundle_id: row.id, title: row.title }
}

const loadShipment = async (tx: Tx, ctx: SignedIn, id: number, load = findShipment): Promise<ShipmentRow> => {
  const row = await load(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

const logShipment = (tx: Tx, ctx: SignedIn, verb: string, id: number) =>
  logActivity(tx, ctx, { action: `shipment.${verb}`, subject_type: 'shipment', subject_id: id })

/** A field that refers to nothing in this portal. */
const unknown = (field: string) => fail('invalid', { fields: { [field]: [errorText('not_in_options')] } })

const createByHand = async (tx: Tx, ctx: SignedIn, body: Input<typeof contract.createShipment>['body']) => {
  const portal_id = ctx.portal.id
  const { email, badge_number: number } = body
  const somebody = email === undefined ? undefined : (await findByEmail(tx, email))?.id
  const holder = number === undefined ? undefined : (await findHolder(tx, portal_id, { number }))?.user_id
  const userId = somebody ?? holder
  const person = userId === undefined ? null : await loadPerson(tx, portal_id, userId)
  if (!person) throw unknown(email === undefined ? 'badge_number' : 'email')
  const product = await tx
    .selectFrom('shippable_products')
    .select(['title', 'weight', 'width', 'height', 'length', 'value_cents', 'category'])
    .where('portal_id', '=', portal_id)
    .where('id', '=', body.shippable_product_id)
    .executeTakeFirst()
  if (!product) throw unknown('shippable_product_id')
  const order = body.order_number
    ? await tx
        .selectFrom('orders')
        .select('id')
        .where('portal_id', '=', portal_id)
        .where('number', '=', body.order_number)
        .executeTakeFirst()
    : null
  if (order === undefined) throw unknown('order_number')
  const id = await insertShipment(tx, {
    portal_id,
    order_id: order?.id ?? null,
    user_id: person.id,
    option: body.option,
    carrier: body.carrier || null,
    address: body.address,
    items: [{ ...product, quantity: body.quantity }],
    created_at: ctx.now,
  })
  if (id === null) throw fail('conflict', { message: HAS_ONE, fields: { order_number: [HAS_ONE] } })
  await enqueue(tx, sendJob, { portal_id, shipment_id: id, asked: 0 })
  await logShipment(tx, ctx, 'create', id)
  return loadShipment(tx, ctx, id)
}

/** The calls of shipping settings, shipments, and the shipping service's options. */
export const routes = (services: Services): Route[] => [
  route(
    contract.listShippingCategories,
    async () => ({ data: [] }),
    async ({ db, ctx }) => ({ data: await listChoices(services, db, ctx, 'categories') }),
  ),
  route(
    contract.listShippingCarriers,
    async () => ({ data: [] }),
    async ({ db, ctx }) => ({ data: await listChoices(services, db, ctx, 'carriers') }),
  ),
  route(
    contract.testEasyship,
    async () => ({ data: { is_accepted: false, message: '' } }),
    async ({ db, ctx }) => ({ data: await testKey(services, db, ctx) }),
  ),
  ...contentRoutes(contract.shippableProducts, productKind, async () => ({})),
  route(contract.showCourseShipping, async ({ tx, ctx, params }) => {
    const { id, title } = await reachCourse(tx, ctx, params)
    return { data: await showSettings(tx, ctx.portal.id, { course_id: id, title }) }
  }),
  route(contract.updateCourseShipping, async ({ tx, ctx, params, body }) => {
    const { id, title } = await reachAndLockCourse(tx, ctx, params)
    await saveSettings(tx, ctx, { course_id: id, title }, body)
    return { data: await showSettings(tx, ctx.portal.id, { course_id: id, title }) }
  }),
  route(contract.showBundleShipping, async ({ tx, ctx, params }) => ({
    data: await showSettings(tx, ctx.portal.id, await reachBundle(tx, ctx, params.id)),
  })),
  route(contract.updateBundleShipping, async ({ tx, ctx, params, body }) => {
    const bundle = await reachBundle(tx, ctx, params.id)
    await saveSettings(tx, ctx, bundle, body)
    return { data: await showSettings(tx, ctx.portal.id, bundle) }
  }),
  route(contract.listShipments, async ({ tx, ctx, query }) => {
    const { data, meta } = await listShipments(tx, ctx.portal.id, query)
    return { data: data.map(presentShipment), meta }
  }),
  route(contract.createShipment, async ({ tx, ctx, body }) => ({
    data: presentShipment(await createByHand(tx, ctx, body)),
  })),
  route(contract.showShipment, async ({ tx, ctx, params }) => ({
    data: presentShipment(await loadShipment(tx, ctx, params.id)),
  })),
  route(contract.updateShipment, async ({ tx, ctx, params, body }) => {
    const row = await loadShipment(tx, ctx, params.id, lockShipment)
    const canBeSent = row.status === 'FAILED' || (row.status === 'NOT_STARTED' && row.address === null)
    if (!canBeSent || row.cancelled_at || row.cancel_asked_at) throw fail('conflict', { message: ON_ITS_WAY })
    const change = { address: JSON.stringify(body.address), status: 'NOT_STARTED' as const, failures: 0 }
    await updateShipment(tx, row, change, ctx.now)
    await enqueue(tx, sendJob, { portal_id: row.portal_id, shipment_id: row.id, asked: 0 })
    await logShipment(tx, ctx, 'update', row.id)
    return { data: presentShipment(await loadShipment(tx, ctx, row.id)) }
  }),
  route(
    contract.cancelShipment,
    async ({ tx, ctx, params }) => {
      const row = await loadShipment(tx, ctx, params.id, lockShipment)
      if (row.handed_over_at) throw fail('conflict', { message: HANDED_OVER })
      // Its job is for when this process does not come to it below.
      await askToCancel(tx, ctx, row)
      return undefined
    },
    async ({ db, ctx, params }) => {
      const at = { portal_id: ctx.portal.id, shipment_id: params.id, asked: 0 }
      await tryStep({ ...services, db, now: ctx.now }, at)
      const row = await db.withPortal(ctx.portal.id, (tx) => loadShipment(tx, ctx, params.id), 'read only')
      if (row.handed_over_at) throw fail('conflict', { message: HANDED_OVER })
      if (!row.cancelled_at && !row.cancel_asked_at && row.error) throw fail('conflict', { message: row.error })
      return undefined
    },
  ),
  route(contract.showLabel, async ({ tx, ctx, params }) => {
    const row = await loadShipment(tx, ctx, params.id)
    if (!row.label_file) throw fail('not_found')
    return {
      name: `Label ${row.tracking_number ?? row.id}.pdf`,
      mime_type: 'application/pdf',
      content: await services.files.get(row.label_file),
      is_attachment: true,
    }
  }),
]
