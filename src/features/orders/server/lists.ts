import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { searchPeople } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
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

/** The columns of the buyer, who is joined to the order as `u`. */
export const BUYER = ['o.user_id', 'o.buyer_name', 'u.avatar', 'u.avatar_changed_at'] as const

/** Lists run by id, which rises with the time of creation, so that one index serves them with every filter. */
export const paged = <D, TB extends keyof D, O extends { id: number }>(
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

export type ListFilters = Omit<ListRequest, 'cursor' | 'per_page' | 'sort'>

/**
 * Whether an order has a number, a reference in this column, or a buyer who matches by name, username or e-mail
 * (ORD-053). Partners, who do not see the e-mails of buyers, find them only by name.
 */
export const matchSearch = async (
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
export type SearchMatch = RawBuilder<boolean> | null

const selectOrders = (
  tx: Tx,
  portalId: number,
  within: Within,
  request: ListFilters & OrderFilters,
  matches: SearchMatch,
) => {
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
  if (matches) query = query.where(matches)
  return query
}

/** One page of orders; `search` is an order or invoice number, or a buyer. Days are whole days in the portal's time zone. */
export const listOrders = async (tx: Tx, portalId: number, within: Within, request: ListRequest & OrderFilters) => {
  const matches = await matchSearch(tx, within, request.search, 'o.invoice_number')
  return paged(selectOrders(tx, portalId, within, request, matches), request, 'o.id')
}

export const countOrders = async (
  tx: Tx,
  portalId: number,
  within: Within,
  request: ListFilters & OrderFilters,
  most?: number,
) => {
  const matches = await matchSearch(tx, within, request.search, 'o.invoice_number')
  return countRows(tx, selectOrders(tx, portalId, within, request, matches), most)
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

/** A request whose days are days of the portal (PRT-078). */
export const inZone = <T extends object>({ portal }: Context, request: T) => ({
  ...request,
  time_zone: portal.setting.time_zone,
})
