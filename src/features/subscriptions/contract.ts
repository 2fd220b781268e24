import { chosenId, endpoint, id, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { PLAN_SHORT_NAMES } from '#kernel/product/plans.ts'
import { rule, z } from '#kernel/schema.ts'
import { SUBSCRIPTION_STATUSES } from './rules/status.ts'
import { PERIODS } from './rules/term.ts'

export type { SubscriptionStatus } from './rules/status.ts'
export type { Period } from './rules/term.ts'

const text = z.nullable(z.string())
/** Read without regard to case, kept in lower case (CAT-017). */
const period = z.pipe(z.string().check(z.toLowerCase()), rule.inOptions(PERIODS))

/** A plan that can be bought (CAT-016, CAT-018). */
export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  short_name: z.enum(PLAN_SHORT_NAMES),
  audience: z.enum(['portal', 'partner']),
  monthly_price: money,
  /** For the whole year. */
  annual_price: money,
  annual_credits: z.int(),
  extra_credit_price: money,
  trial_days: z.int(),
  features: z.array(z.string()),
})

export const listPlans = endpoint({
  method: 'GET',
  path: '/main/subscriptions',
  permission: 'public',
  summary: 'The plans that are offered, for portals or for partners',
  is_always_open: true,
  query: z.object({ audience: z._default(z.enum(['portal', 'partner']), 'portal') }),
  response: z.object({ data: z.array(Plan) }),
})

export const showSpecialPlan = endpoint({
  method: 'GET',
  path: '/main/subscriptions/special',
  permission: 'public',
  summary: 'The special plan',
  response: one(Plan),
  errors: ['not_found'],
})

export const showPlan = endpoint({
  method: 'GET',
  path: '/main/subscriptions/:id',
  permission: 'public',
  summary: 'One plan',
  params: z.object({ id }),
  response: one(Plan),
  errors: ['not_found'],
})

/** A plan as the platform keeps it, offered or not. */
export const ManagedPlan = z.object({ ...Plan.shape, is_listed: z.boolean() })

export const listManagedPlans = endpoint({
  method: 'GET',
  path: '/admin/plans',
  permission: 'subscriptions.view',
  summary: 'Every plan, those that are not offered included',
  record: { kind: 'plan', is_list: true },
  is_over_all_portals: true,
  response: z.object({ data: z.array(ManagedPlan) }),
})

/** The provider's limits: at least 50 cents, and at most what it accepts per payment. */
const planPrice = money.check(z.minimum(50), z.maximum(99_999_999))

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/admin/plans/:id',
  permission: 'subscriptions.update',
  summary: 'Set what a plan costs and gives; running terms keep what they were bought at',
  record: { kind: 'plan' },
  is_over_all_portals: true,
  is_closed_to_impersonation: true,
  params: z.object({ id }),
  body: z.object({
    name: z.optional(rule.plainText(100, { is_required: true })),
    monthly_price: z.optional(planPrice),
    annual_price: z.optional(planPrice),
    extra_credit_price: z.optional(planPrice),
    annual_credits: z.optional(z.int().check(rule.minValue(0), rule.maxValue(1_000_000))),
    trial_days: z.optional(z.int().check(rule.minValue(0), rule.maxValue(90))),
    is_listed: z.optional(z.boolean()),
  }),
  response: one(ManagedPlan),
  errors: ['not_found', 'invalid'],
})

const ShortPlan = z.object({ id: z.int(), name: z.string(), short_name: z.string() })

const standing = {
  id: z.int(),
  plan: ShortPlan,
  period: z.enum(PERIODS),
  /** ORD-027. */
  status: z.enum(SUBSCRIPTION_STATUSES),
  gives_access: z.boolean(),
  /** Without payment (ORD-040). */
  is_attached: z.boolean(),
  /** One payment of the period. */
  price: money,
  /** Content credits of each term. */
  credits: z.int(),
  /** One further credit for every course, as long as the term runs. */
  extra_credit_price: money,
  starts_at: time,
  /** The end of the term (ORD-029). */
  ends_at: time,
  cancelled_at: z.nullable(time),
}

/** The subscription of the portal or company of the call (ORD-039). */
export const MySubscription = z.object({
  ...standing,
  /** Whether a new term starts automatically at ends_at. */
  renews: z.boolean(),
  next_payment: z.nullable(z.object({ due_at: time, amount: money })),
  /** What is late and can be paid now; what a trial or an attached plan is continued with (ORD-030). */
  payable: z.nullable(z.object({ amount: money, payments: z.int() })),
  payments_paid: z.int(),
  payments_left: z.int(),
  /** The plan that takes effect with the next term (ORD-036). */
  next_plan: z.nullable(z.object({ plan: ShortPlan, period: z.enum(PERIODS) })),
  /** What changing to each other plan and period costs now. */
  changes: z.array(
    z.object({
      plan_id: z.int(),
      type: z.enum(PERIODS),
      is_upgrade: z.boolean(),
      remaining_payments: z.int(),
      remaining_total: money,
      /** To pay at once; 0 for what takes effect at the end of the term. */
      total: money,
    }),
  ),
})

export const showMySubscription = endpoint({
  method: 'GET',
  path: '/admin/my-subscription',
  permission: 'my-subscription.view',
  summary: 'The subscription of the portal, for partners that of their company; null without one',
  is_always_open: true,
  response: z.object({
    data: z.nullable(MySubscription),
    /** Whether a first plan may begin with its days of trial: those are for owners who never had one. */
    meta: z.object({ may_try: z.boolean() }),
  }),
})

/** An order made for a subscription; without an address there is nothing to pay. */
const Started = z.object({
  id: z.int(),
  number: z.string(),
  status: z.int(),
  total: money,
  url: text,
})

const comesBack = { success_url: z.string(), cancel_url: z.string() }

export const changeMySubscription = endpoint({
  method: 'PUT',
  path: '/admin/my-subscription',
  permission: 'my-subscription.update',
  example: {
    plan_id: 2,
    type: 'annual',
    expected_total: 990,
    success_url: 'https://granite.example.com/admin/my-subscription',
    cancel_url: 'https://granite.example.com/admin/my-subscription',
  },
  summary: 'Change the plan: an upgrade is paid and begins a new term, a downgrade waits for the end of the term',
  is_idempotent: true,
  is_always_open: true,
  is_closed_to_impersonation: true,
  body: z.object({
    plan_id: chosenId('a plan'),
    type: period,
    /** What was shown; another amount by now answers 409 and changes nothing. */
    expected_total: z.optional(money),
    ...comesBack,
  }),
  response: z.object({ data: z.object({ order: Started }) }),
  errors: ['not_found', 'conflict', 'not_in_options', 'maintenance', 'invalid'],
})

export const payMySubscription = endpoint({
  method: 'POST',
  path: '/admin/my-subscription/payments',
  permission: 'my-subscription.update',
  summary: 'Pay what is late, or go on after a trial or an attached plan',
  is_idempotent: true,
  is_always_open: true,
  is_closed_to_impersonation: true,
  body: z.object({ expected_total: z.optional(money), ...comesBack }),
  response: z.object({ data: z.object({ order: Started }) }),
  errors: ['not_found', 'conflict', 'maintenance', 'invalid'],
})

export const cancelMySubscription = endpoint({
  method: 'DELETE',
  path: '/admin/my-subscription',
  permission: 'my-subscription.delete',
  summary: 'Cancel: access runs to the end of the term (ORD-034)',
  is_always_open: true,
  is_closed_to_impersonation: true,
  response: one(MySubscription),
  errors: ['not_found', 'invalid'],
})

/** A subscription in the list of all portals (ROL-058). */
export const Subscription = z.object({
  ...standing,
  portal: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  company: z.nullable(z.object({ id: z.int(), name: z.string() })),
  renews: z.boolean(),
  created_at: time,
})

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/admin/subscriptions',
  permission: 'subscriptions.view',
  summary: 'The subscriptions, newest first; search is a part of the portal’s name',
  record: { kind: 'subscription', is_list: true },
  is_over_all_portals: true,
  query: z.object({
    ...listQuery(['created_at', 'ends_at']),
    sort: z._default(z.enum(['-created_at', 'created_at', 'ends_at', '-ends_at']), '-created_at'),
    status: z.optional(z.enum(SUBSCRIPTION_STATUSES)),
    plan_id: z.optional(id),
    portal_id: z.optional(id),
  }),
  response: page(Subscription),
})

export const showSubscription = endpoint({
  method: 'GET',
  path: '/admin/subscriptions/:id',
  permission: 'subscriptions.view',
  summary: 'One subscription',
  record: { kind: 'subscription' },
  is_over_all_portals: true,
  params: z.object({ id }),
  response: one(Subscription),
  errors: ['not_found'],
})

const credits = z.int().check(rule.minValue(0), rule.maxValue(1_000_000))

export const attachSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions',
  permission: 'subscriptions.create',
  summary: 'Attach a plan to a portal without payment (ORD-040)',
  example: { portal_id: 3, plan_id: 2, period: 'annual', credits: 120 },
  is_over_all_portals: true,
  body: z.object({
    portal_id: chosenId('a portal'),
    plan_id: chosenId('a plan'),
    period,
    starts_at: z.optional(time),
    credits,
  }),
  response: one(Subscription),
  errors: ['not_found', 'conflict', 'not_in_options'],
})

export const updateSubscription = endpoint({
  method: 'PUT',
  path: '/admin/subscriptions/:id',
  permission: 'subscriptions.update',
  summary: 'Edit the plan and the end of an attached plan, add credits, or end a subscription',
  record: { kind: 'subscription' },
  example: { plan_id: 2, period: 'annual', ends_at: '2027-03-02T15:30:00.000Z', added_credits: 20 },
  is_over_all_portals: true,
  params: z.object({ id }),
  body: z.object({
    plan_id: z.optional(z.int().check(z.positive())),
    period: z.optional(period),
    ends_at: z.optional(time),
    /** Added to the portal at once. */
    added_credits: z.optional(credits),
    /** `canceled` lets it run to the end of its term, `deleted` ends it now. */
    status: z.optional(z.enum(['canceled', 'deleted'])),
  }),
  response: one(Subscription),
  errors: ['not_found', 'not_in_options', 'invalid'],
})
