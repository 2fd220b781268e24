import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { searchPeople } from '#features/accounts/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { SALE_TYPES } from '../rules/types.ts'
import { isOfCompany } from './store.ts'

export type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  /** Days are days in it (PRT-078). */
  time_zone: string
}

/** What the viewer may see of a list: the own records, those of the partner company, or all of the portal. */
export type Within = { user_id: number } | { company_id: number | null } | 'portal'

const BUYER = ['o.user_id', 'o.buyer_name', 'u.avatar', 'u.avatar_changed_at'] as const

/** Lists run by id, which rises with the time of creation, so that one index serves them with every filter. */
const paged = <D, TB extends keyof D, O extends { id: number }>(
  query: SelectQueryBuilder<D, TB, O>,
  request: ListRequest,
  id: string,
) => keysetPage(query, { ...request, keys: [], id })

type OrderFilters = {
  type?: string | undefined
  status?: number | undefined
  user_id?: number | undefined
  has_invoice?: boolean | undefined
}

type Asked = Omit<ListRequest, 'cursor' | 'per_page' | 'sort'>

/**
 * Whether an order has a number, a reference in this column, or a buyer who is found by name, username or e-mail (ORD-053).
 * Partners, who do not see the e-mails of buyers, find them by name alone.
 */
const holds = async (
  tx: Tx,
  within: Within,
  search: string | undefined,
  reference: 'o.invoice_number' | 'p.payment_reference',
) => {
  if (!search) return null
  const buyer =
    within === 'portal' ? await searchPeople(tx, search, { id: 'o.user_id' }) : textHolds('o.buyer_name', search)
  return sql<boolean>`(o.number = ${search} or ${sql.ref(reference)} = ${search} or ${buyer})`
}
type Found = RawBuilder<boolean> | null

const selectOrders = (tx: Tx, portalId: number, within: Within, request: Asked & OrderFilters, found: Found) => {
  let query = tx
    .selectFrom('orders as o')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'o.portal_id').onRef('u.id', '=', 'o.user_id'))
    .select([
      'o.id',
      'o.portal_id',
      'o.number',
      'o.type',
      'o.status',
      'o.currency',
      'o.total_cents',
      'o.refunded_cents',
      'o.invoice_number',
      'o.created_at',
      'o.paid_at',
      'o.email',
      ...BUYER,
    ])
    .where('o.portal_id', '=', portalId)
  if (within !== 'portal')
    query =
      'user_id' in within ? query.where('o.user_id', '=', within.user_id) : query.where(isOfCompany(within.company_id))
  if (request.user_id !== undefined) query = query.where('o.user_id', '=', request.user_id)
  if (request.type) query = query.where('o.type', '=', request.type)
  if (request.status) query = query.where('o.status', '=', request.status)
  if (request.has_invoice !== undefined)
    query = query.where('o.invoice_number', request.has_invoice ? 'is not' : 'is', null)
  const { from, before } = spanOfDays(request, request.time_zone)
  if (from) query = query.where('o.created_at', '>=', from)
  if (before) query = query.where('o.created_at', '<', before)
  if (found) query = query.where(found)
  return query
}

// biome-ignore lint/suspicious/noExplicitAny: counts the rows of a query of any shape
const countRows = async (query: SelectQueryBuilder<any, any, any>): Promise<number> => {
  const { rows } = await query.clearSelect().select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow()
  return rows
}

/** One page of orders; `search` is an order or invoice number, or a buyer. Days are whole days in the portal's time zone. */
export const listOrders = async (tx: Tx, portalId: number, within: Within, request: ListRequest & OrderFilters) => {
  const found = await holds(tx, within, request.search, 'o.invoice_number')
  return paged(selectOrders(tx, portalId, within, request, found), request, 'o.id')
}

export const countOrders = async (tx: Tx, portalId: number, within: Within, request: Asked & OrderFilters) =>
  countRows(selectOrders(tx, portalId, within, request, await holds(tx, within, request.search, 'o.invoice_number')))

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
    .select(
      sql<boolean>`coalesce((
        select r.status = 'failed' and r.refund_reference is not null from refunds r
        where r.portal_id = p.portal_id and r.order_id = p.order_id and r.payment_reference = p.payment_reference
        order by r.id desc limit 1
      ), false)`.as('has_failed_refund'),
    )
    .where('p.portal_id', '=', portalId)

const withinOf = (within: Within) =>
  within === 'portal' || 'user_id' in within ? sql<boolean>`true` : isOfCompany(within.company_id)

type MoneyFilters = { type?: string | undefined; status?: number | undefined }

const matchingPayments = (tx: Tx, portalId: number, within: Within, request: Asked & MoneyFilters, found: Found) => {
  let query = selectPayments(tx, portalId).where(withinOf(within))
  if (request.type) query = query.where('o.type', '=', request.type)
  if (request.status) query = query.where('o.status', '=', request.status)
  const { from, before } = spanOfDays(request, request.time_zone)
  if (from) query = query.where('p.paid_at', '>=', from)
  if (before) query = query.where('p.paid_at', '<', before)
  if (found) query = query.where(found)
  return query
}

/** One page of payments; `search` is an order number, a payment reference or a buyer. */
export const listPayments = async (tx: Tx, portalId: number, within: Within, request: ListRequest & MoneyFilters) => {
  const found = await holds(tx, within, request.search, 'p.payment_reference')
  return paged(matchingPayments(tx, portalId, within, request, found), request, 'p.id')
}

export const countPayments = async (tx: Tx, portalId: number, within: Within, request: Asked & MoneyFilters) =>
  countRows(
    matchingPayments(tx, portalId, within, request, await holds(tx, within, request.search, 'p.payment_reference')),
  )

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

/** The last refund of an order, where the provider has made it and its money has come back (ORD-051); else null. */
export const loadFailedRefund = async (tx: Tx, portalId: number, orderId: number) => {
  const last = await tx
    .selectFrom('refunds')
    .select(['amount_cents', 'error', 'settled_at', 'status', 'refund_reference'])
    .where('portal_id', '=', portalId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'failed' && last.refund_reference !== null ? last : null
}

/** One refund of the portal. */
export const findRefund = (tx: Tx, portalId: number, id: number) =>
  selectRefunds(tx, portalId).where('r.id', '=', id).executeTakeFirstOrThrow()

const REFUNDED = sql<number>`coalesce((
  select sum(r.amount_cents) from refunds r
  where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference and r.status = 'succeeded'
), 0)::bigint`
const FEE = sql<number>`coalesce(p.fee_cents, 0)`
// What a portal or a partner buys for itself is the platform's sale: all that is left of it is the platform's. Of a sale of
// theirs a refund takes the platform's share back in proportion.
const IS_THEIRS = sql<boolean>`(
  o.type in (${sql.join(SALE_TYPES.map((type) => sql.lit(type)))}) or (o.type = 'credits-on-course' and o.buyer_role = 'manager')
)`
const SHARE = sql<number>`case when ${IS_THEIRS}
  then round(p.platform_share_cents * (p.amount_cents - ${REFUNDED}) / p.amount_cents::numeric)::bigint
  else p.amount_cents - ${REFUNDED} - ${FEE} end`

type EarningsFilter = Asked & MoneyFilters

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
