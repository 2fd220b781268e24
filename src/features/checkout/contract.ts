import { Address, BillingAddress } from '#features/addresses/contract.ts'
import { Bundle } from '#features/bundles/contract.ts'
import { Course } from '#features/catalog/contract.ts'
import { endpoint, money, one } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import { rule, z } from '#kernel/schema.ts'
import { MOST_ITEMS } from './rules/parts.ts'

const ids = z.object({
  ids: z._default(z.array(z.coerce.number<number>().check(z.int(), z.positive())).check(z.maxLength(MOST_ITEMS)), []),
})

export const cartCourses = endpoint({
  method: 'GET',
  path: '/main/cart/courses',
  permission: 'public',
  summary: 'The courses of a cart that can be bought, as full records; the others are left out',
  query: ids,
  response: z.object({ data: z.array(Course) }),
  errors: ['not_found'],
})

export const cartBundles = endpoint({
  method: 'GET',
  path: '/main/cart/bundles',
  permission: 'public',
  summary: 'The bundles of a cart that can be bought, as full records; the others are left out',
  query: ids,
  response: z.object({ data: z.array(Bundle) }),
  errors: ['not_found'],
})

/** What a payment can be for; the other types of ORD-004 have calls of their own. */
export const PAYABLE = [
  'course',
  'bundle',
  'subscription',
  'credits-on-course',
  'credits-on-portal',
  'learner-reenroll',
  'partner-subscription',
  'partner-subscription-credit',
] as const

const Item = z.object({
  /** Course, bundle or plan; none for credits of the portal. */
  id: z.optional(z.nullable(z.int().check(z.positive()))),
  quantity: z._default(z.int({ error: errorText('not_integer') }).check(rule.minValue(1), rule.maxValue(9999)), 1),
  /** The period of a plan, in whatever case it is written (CAT-017). */
  type: z.optional(z.string().check(z.toLowerCase())),
  /** The portal to create for a plan (only on the core portal). */
  portal_name: z.optional(z.nullable(rule.plainText(100))),
})
const items = z.array(Item).check(rule.required(), z.maxLength(MOST_ITEMS))
export type RequestedItem = z.output<typeof Item>

const QuotedLine = z.object({
  id: z.nullable(z.int()),
  title: z.string(),
  quantity: z.int(),
  unit_price: money,
  total: money,
})
const Quote = z.object({
  items: z.array(QuotedLine),
  /** What sending something of this costs (SHP-004); none where nothing is sent, or for nothing. */
  shipping: z.array(QuotedLine),
  total: money,
  currency: z.literal('USD'),
  /** Something of this is sent to the buyer, who says where to (CRT-023). */
  needs_shipping: z.boolean(),
})

export const price = endpoint({
  method: 'POST',
  path: '/price',
  permission: 'public',
  summary: 'Line totals and total of items with quantities',
  is_read_only: true,
  is_always_current: true,
  body: z.object({ kind: z._default(z.enum(PAYABLE), 'course'), items }),
  response: one(Quote),
  errors: ['not_found', 'unauthorized', 'not_enough_permissions', 'not_in_options'],
})

const name = z.optional(z.nullable(rule.plainText(100)))

export const createPayment = endpoint({
  method: 'POST',
  path: '/payments',
  permission: 'public',
  summary: 'Make an order and open the payment page; an order of 0 is completed at once',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  limit: 240,
  // It reveals whether an e-mail has an account (CRT-024), and creates one if it has none.
  visitor_limit: 30,
  body: z.object({
    kind: z.enum(PAYABLE),
    items,
    /** What the buyer saw; another price by now answers 409 and makes no order. */
    expected_total: z.optional(money),
    /**
     * For visitors, who get an account (CRT-024); the names also for a signed-in person whose name this portal does not
     * know (CRT-036).
     */
    first_name: name,
    last_name: name,
    email: z.optional(z.nullable(rule.email())),
    billing_address: z.optional(z.nullable(BillingAddress)),
    shipping_address: z.optional(z.nullable(Address)),
    has_accepted_terms: z._default(z.boolean(), false),
    /** 18 or older, or with parental consent (LEG-002). */
    is_of_age: z._default(z.boolean(), false),
    success_url: z.string(),
    cancel_url: z.string(),
  }),
  response: one(
    z.object({
      id: z.int(),
      number: z.string(),
      status: z.int(),
      total: money,
      /** The provider's page; null for an order that needs no payment or can no longer be paid. */
      url: z.nullable(z.string()),
    }),
  ),
  errors: [
    'not_found',
    'unauthorized',
    'not_enough_permissions',
    'plan_not_enough',
    'conflict',
    'required',
    'not_in_options',
    'maintenance',
  ],
})
