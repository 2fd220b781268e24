import { Address, StoredAddress } from '#features/addresses/contract.ts'
import { sentBadgeNumber } from '#features/badges/contract-number.ts'
import { KeyTest } from '#features/integrations/contract.ts'
import { contentCalls } from '#kernel/content.ts'
import { chosenId, endpoint, id, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import { INTEGRATION_STATUSES } from '#kernel/product/integration.ts'
import { rule, z } from '#kernel/schema.ts'
import { SHIPPING_OPTIONS } from './rules/options.ts'

const text = z.nullable(z.string())
export type AddressValues = z.output<typeof Address>
const line = (most: number) => rule.plainText(most, { is_required: true })
const size = z.number().check(rule.minValue(0.01), rule.maxValue(1000))
const amount = z.pipe(z.number().check(rule.minValue(0), rule.maxValue(999_999.99)), money)

/** A category or a carrier of the shipping service, as it is chosen from a list. */
const Choice = z.object({ value: z.string(), label: z.string() })
export type Choice = z.output<typeof Choice>

const choices = (name: 'categories' | 'carriers') =>
  endpoint({
    method: 'GET',
    path: `/shipping/${name}`,
    permission: 'pricing.view',
    summary: `The ${name} of the shipping service, as they were asked for within the last day`,
    response: z.object({ data: z.array(Choice) }),
    errors: ['shipping_key_missing', 'maintenance'],
  })
export const listShippingCategories = choices('categories')
export const listShippingCarriers = choices('carriers')

/** A thing that can be sent; weight in pounds, lengths in inches, value in dollars (CNT-015). */
export const ShippableProduct = z.object({
  id: z.int(),
  title: z.string(),
  weight: z.number(),
  width: z.number(),
  height: z.number(),
  length: z.number(),
  value: money,
  category: z.string(),
})
export const shippableProducts = contentCalls({
  path: '/portal/shippable-products',
  resource: 'bundles',
  words: { one: 'a shippable product', many: 'shippable products' },
  query: {},
  record: ShippableProduct,
  row: ShippableProduct,
  sorts: ['title'],
  fields: {
    title: line(200),
    weight: size,
    width: size,
    height: size,
    length: size,
    value: amount,
    category: line(100),
  },
})

/** A product that is shipped with a purchase, and what the buyer pays for shipping it (SHP-004). */
export const ShippedProduct = z.object({ title: z.string(), price: money })

/** The shipping settings of a course or a bundle (SHP-004), with the products to choose from. */
export const ShippingSettings = z.object({
  option: z.enum(SHIPPING_OPTIONS),
  shippable_product_id: z.nullable(z.int()),
  /** A category of the service in place of the product's own. */
  category: text,
  carrier: text,
  price: money,
  title: z.string(),
  products: z.array(z.object({ id: z.int(), title: z.string() })),
})
const choice = z.optional(z.nullable(rule.plainText(100)))
const settingsBody = z.object({
  option: z.enum(SHIPPING_OPTIONS),
  shippable_product_id: z.optional(z.nullable(z.int().check(z.positive()))),
  category: choice,
  carrier: choice,
  price: z.optional(amount),
})

export const showCourseShipping = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/shipping',
  permission: 'pricing.view',
  summary: 'What is sent to anyone who buys a course',
  record: { kind: 'course-shipping', by: 'slug' },
  params: z.object({ slug: z.string() }),
  response: one(ShippingSettings),
  errors: ['not_found'],
})
export const updateCourseShipping = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/shipping',
  permission: 'pricing.update',
  summary: 'Save what is sent to anyone who buys a course',
  record: { kind: 'course-shipping', by: 'slug' },
  params: z.object({ slug: z.string() }),
  body: settingsBody,
  response: one(ShippingSettings),
  errors: ['not_found', 'invalid'],
})
export const showBundleShipping = endpoint({
  method: 'GET',
  path: '/portal/bundles/:id/shipping',
  permission: 'bundles.view',
  summary: 'What is sent to anyone who buys a bundle',
  record: { kind: 'bundle-shipping' },
  params: z.object({ id }),
  response: one(ShippingSettings),
  errors: ['not_found'],
})
export const updateBundleShipping = endpoint({
  method: 'PUT',
  path: '/portal/bundles/:id/shipping',
  permission: 'bundles.update',
  summary: 'Save what is sent to anyone who buys a bundle',
  record: { kind: 'bundle-shipping' },
  params: z.object({ id }),
  body: settingsBody,
  response: one(ShippingSettings),
  errors: ['not_found', 'invalid'],
})

const SENT_OPTIONS = ['delivery', 'signature', 'adult_signature'] as const

/** A parcel on its way to somebody (SHP-007). */
export const Shipment = z.object({
  id: z.int(),
  order_id: z.nullable(z.int()),
  order_number: text,
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.nullable(z.string()),
    badge_number: z.nullable(z.string()),
  }),
  items: z.array(z.object({ title: z.string(), quantity: z.int() })),
  /** Null while nobody knows where to send it. */
  address: z.nullable(StoredAddress),
  option: z.enum(SENT_OPTIONS),
  carrier: text,
  tracking_number: text,
  tracking_url: text,
  /** The address of the label; null until there is one. */
  label_file: text,
  status: z.enum(INTEGRATION_STATUSES),
  /** How the carrier says it stands (SHP-008). */
  carrier_text: text,
  error: text,
  is_waiting_for_address: z.boolean(),
  is_handed_over: z.boolean(),
  is_being_cancelled: z.boolean(),
  is_cancelled: z.boolean(),
  created_at: time,
})

export const listShipments = endpoint({
  method: 'GET',
  path: '/shipments',
  permission: 'shipments.view',
  summary: 'List shipments, newest first; searched by recipient, order and tracking number',
  query: z.object({
    ...listQuery(['created_at']),
    sort: z._default(z.enum(['created_at', '-created_at']), '-created_at'),
    status: z.optional(z.enum(INTEGRATION_STATUSES)),
    option: z.optional(z.enum(SENT_OPTIONS)),
  }),
  response: page(Shipment),
})

export const createShipment = endpoint({
  method: 'POST',
  path: '/shipments',
  permission: 'shipments.create',
  summary: 'Send something by hand; an order has one shipment at a time',
  example: {
    email: 'lena@example.com',
    option: 'delivery',
    shippable_product_id: 3,
    quantity: 1,
    address: { address: '1144 15th Street', city: 'Denver', state: 'CO', zip_code: '80202' },
  },
  record: { kind: 'shipment' },
  is_idempotent: true,
  body: z
    .object({
      /** The recipient, a person of the portal, by e-mail or by badge number (BDG-040). */
      email: z.optional(rule.email()),
      badge_number: z.optional(sentBadgeNumber()),
      order_number: z.optional(z.nullable(rule.plainText(40))),
      option: z._default(z.enum(SENT_OPTIONS), 'delivery'),
      carrier: choice,
      shippable_product_id: chosenId('a product'),
      quantity: z._default(z.int().check(rule.minValue(1), rule.maxValue(9999)), 1),
      address: Address,
    })
    .check(
      z.refine(({ email, badge_number: badge }) => email !== undefined || badge !== undefined, {
        path: ['email'],
        error: errorText('required'),
      }),
      z.refine(({ email, badge_number: badge }) => email === undefined || badge === undefined, {
        path: ['badge_number'],
        error: 'Name the recipient by e-mail or by badge number, not by both.',
      }),
    ),
  response: one(Shipment),
  errors: ['invalid', 'conflict'],
})

const params = z.object({ id })

export const showShipment = endpoint({
  method: 'GET',
  path: '/shipments/:id',
  permission: 'shipments.view',
  summary: 'Show one shipment',
  record: { kind: 'shipment' },
  params,
  response: one(Shipment),
  errors: ['not_found'],
})

export const updateShipment = endpoint({
  method: 'PUT',
  path: '/shipments/:id',
  permission: 'shipments.update',
  summary: 'Give a shipment that waits or has failed its address, and send it again',
  record: { kind: 'shipment' },
  params,
  body: z.object({ address: Address }),
  response: one(Shipment),
  errors: ['not_found', 'invalid', 'conflict'],
})

export const cancelShipment = endpoint({
  method: 'DELETE',
  path: '/shipments/:id',
  permission: 'shipments.delete',
  summary: 'Cancel a shipment that the carrier does not have yet',
  params,
  errors: ['not_found', 'conflict'],
})

export const showLabel = endpoint({
  method: 'GET',
  path: '/shipments/:id/label',
  permission: 'shipments.view',
  summary: 'Download the label of a shipment',
  gives: 'file',
  params,
  errors: ['not_found'],
})

export const testEasyship = endpoint({
  method: 'POST',
  path: '/portal/integrations/easyship/test',
  permission: 'portal-settings.update',
  summary: "Try the portal's EasyShip key by a call to the service (PRT-080)",
  response: KeyTest,
  errors: ['shipping_key_missing'],
})
