import { sql } from 'kysely'
import {
  BUYER,
  isOfCompany,
  type ListFilters,
  type ListRequest,
  matchSearch,
  paged,
  type SearchMatch,
  type Within,
} from '#features/orders/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { SALE_TYPES } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows } from '#platform/db/paging.ts'

/** SQL: whether the last refund of the payment `p` failed at the provider. */
const HAS_FAILED_REFUND = sql<boolean>`coalesce((
  select r.status = 'failed' and r.refund_reference is not null from refunds r
  where r.portal_id = p.portal_id and r.order_id = p.order_id and r.payment_reference = p.payment_reference
  order by r.id desc limit 1
), false)`

/** SQL: what somebody has to look into at the payment `p` of the order `o`. */
const TROUBLES = {
  disputed: sql<boolean>`o.dispute_status = 'open'`,
  // Starts at the few refunds that failed, not at all payments.
  refund_failed: sql<boolean>`p.id in (
    select p.id from refunds f join payments p
      on p.portal_id = f.portal_id and p.order_id = f.order_id and p.payment_reference = f.payment_reference
    where f.status = 'failed' and f.portal_id = o.portal_id and ${HAS_FAILED_REFUND})`,
}
export type Trouble = keyof typeof TROUBLES

const selectPayments = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'p.portal_id').onRef('o.id', '=', 'p.order_id'))
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'o.portal_id').onRef('u.id', '=', 'o.user_id'))
    .select([
      'p.id',
      'p.order_id',
      'p.payment_reference',
      'p.amount_cents',
      'p.tax_cents',
      'p.fee_cents',
      'p.paid_at',
      'o.number as order_number',
      'o.status as order_status',
      'o.type',
      'o.email as order_email',
      ...BUYER,
    ])
    .select(
      sql<number>`(
        select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
        where r.portal_id = p.portal_id and r.order_id = p.order_id and r.payment_reference = p.payment_reference
          and r.status = 'succeeded'
      )`.as('refunded_cents'),
    )
    .select(HAS_FAILED_REFUND.as('has_failed_refund'))
    .where('p.portal_id', '=', portalId)

const withinOf = (within: Within) =>
  within === 'portal' || 'user_id' in within ? sql<boolean>`true` : isOfCompany(within.company_id)

type MoneyFilters = {
  type?: string | undefined
  status?: number | undefined
  trouble?: Trouble | undefined
}

const matchingPayments = (
  tx: Tx,
  portalId: number,
  within: Within,
  request: ListFilters & MoneyFilters,
  matches: SearchMatch,
) => {
  let query = selectPayments(tx, portalId).where(withinOf(within))
  if (request.type) query = query.where('o.type', '=', request.type)
  if (request.status) query = query.where('o.status', '=', request.status)
  if (request.trouble) query = query.where(TROUBLES[request.trouble])
  const { from, before } = spanOfDays(request, request.time_zone)
  if (from) query = query.where('p.paid_at', '>=', from)
  if (before) query = query.where('p.paid_at', '<', before)
  if (matches) query = query.where(matches)
  return query
}

/** How many payments have this trouble, counted to `most`. */
export const countTroubled = async (tx: Tx, portalId: number, trouble: Trouble, most: number): Promise<number> => {
  const rows = await tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'p.portal_id').onRef('o.id', '=', 'p.order_id'))
    .select('p.id')
    .where('p.portal_id', '=', portalId)
    .where('o.portal_id', '=', portalId)
    .where(TROUBLES[trouble])
    .limit(most)
    .execute()
  return rows.length
}

/** One page of payments; `search` is an order number, a payment reference or a buyer. */
export const listPayments = async (tx: Tx, portalId: number, within: Within, request: ListRequest & MoneyFilters) => {
  const matches = await matchSearch(tx, within, request.search, 'p.payment_reference')
  return paged(matchingPayments(tx, portalId, within, request, matches), request, 'p.id')
}

export const countPayments = async (
  tx: Tx,
  portalId: number,
  within: Within,
  request: ListFilters & MoneyFilters,
  most?: number,
) => {
  const matches = await matchSearch(tx, within, request.search, 'p.payment_reference')
  return countRows(tx, matchingPayments(tx, portalId, within, request, matches), most)
}

/** One payment within reach, or null. */
export const findPayment = async (tx: Tx, portalId: number, within: Within, id: number) =>
  (await selectPayments(tx, portalId).where('p.id', '=', id).where(withinOf(within)).executeTakeFirst()) ?? null

const selectRefunds = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('refunds as r')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'r.portal_id').onRef('o.id', '=', 'r.order_id'))
    .select([
      'r.id',
      'r.order_id',
      'r.amount_cents',
      'r.is_full',
      'r.origin',
      'r.reason',
      'r.status',
      'r.error',
      'r.created_at',
      'o.number as order_number',
    ])
    .$narrowType<{
      origin: 'request' | 'late_payment' | 'not_fulfilled' | 'provider' | 'dispute'
      status: 'pending' | 'succeeded' | 'failed'
    }>()
    .where('r.portal_id', '=', portalId)

/** One page of refunds; `search` is an order number. */
export const listRefunds = (
  tx: Tx,
  portalId: number,
  within: Within,
  request: ListRequest & { order_id?: number | undefined },
) => {
  let query = selectRefunds(tx, portalId).where(withinOf(within))
  if (request.order_id !== undefined) query = query.where('r.order_id', '=', request.order_id)
  const { from, before } = spanOfDays(request, request.time_zone)
  if (from) query = query.where('r.created_at', '>=', from)
  if (before) query = query.where('r.created_at', '<', before)
  if (request.search) query = query.where('o.number', '=', request.search)
  return paged(query, request, 'r.id')
}

/** One refund of the portal. */
export const findRefund = (tx: Tx, portalId: number, id: number) =>
  selectRefunds(tx, portalId).where('r.id', '=', id).executeTakeFirstOrThrow()

const REFUNDED = sql<number>`coalesce((
  select sum(r.amount_cents) from refunds r
  where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference and r.status = 'succeeded'
), 0)::bigint`
const FEE = sql<number>`coalesce(p.fee_cents, 0)`
// A purchase by a portal or a partner is the platform's sale: everything left of it is the platform's. For a sale of
// theirs, a refund takes the platform's share back in proportion.
const IS_THEIRS = sql<boolean>`(
  o.type in (${sql.join(SALE_TYPES.map((type) => sql.lit(type)))}) or (o.type = 'credits-on-course' and o.buyer_role = 'manager')
)`
const SHARE = sql<number>`case when ${IS_THEIRS}
  then round(p.platform_share_cents * (p.amount_cents - ${REFUNDED}) / p.amount_cents::numeric)::bigint
  else p.amount_cents - ${REFUNDED} - ${FEE} end`

type EarningsFilter = ListFilters & MoneyFilters

const selectEarnings = (tx: Tx, portalId: number, within: Within, request: EarningsFilter) => {
  let query = tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'p.portal_id').onRef('o.id', '=', 'p.order_id'))
    .where('p.portal_id', '=', portalId)
    .where(withinOf(within))
  if (request.type) query = query.where('o.type', '=', request.type)
  if (request.status) query = query.where('o.status', '=', request.status)
  const { from, before } = spanOfDays(request, request.time_zone)
  if (from) query = query.where('p.paid_at', '>=', from)
  if (before) query = query.where('p.paid_at', '<', before)
  if (request.search) query = query.where('o.number', '=', request.search)
  return query
}

/** One page of what came of payments (ORD-025). */
export const listEarnings = (tx: Tx, portalId: number, within: Within, request: ListRequest & MoneyFilters) =>
  paged(
    selectEarnings(tx, portalId, within, request).select([
      'p.id',
      'p.order_id',
      'p.paid_at',
      'p.amount_cents as gross',
      FEE.as('provider_fee'),
      SHARE.as('platform_share'),
      REFUNDED.as('refunded'),
      'o.number as order_number',
      'o.type',
      'o.status as order_status',
    ]),
    request,
    'p.id',
  )

export const countEarnings = (tx: Tx, portalId: number, within: Within, request: EarningsFilter, most?: number) =>
  countRows(tx, selectEarnings(tx, portalId, within, request), most)

/** The sums over all payments that match; amounts in cents. */
export const sumEarnings = async (tx: Tx, portalId: number, within: Within, request: EarningsFilter) => {
  const sum = (value: ReturnType<typeof sql<number>>) => sql<number>`coalesce(sum(${value}), 0)::bigint`
  return selectEarnings(tx, portalId, within, request)
    .select([
      sum(sql<number>`p.amount_cents`).as('gross'),
      sum(FEE).as('provider_fee'),
      sum(SHARE).as('platform_share'),
      sum(REFUNDED).as('refunded'),
      sql<number>`count(*)::int`.as('payments'),
    ])
    .executeTakeFirstOrThrow()
}
