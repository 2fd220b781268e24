import { badParam, noSuch, StripeFailure } from './failure.ts'
import type { TableName } from './model.ts'
import type { Params } from './params.ts'
import type { Reader } from './store.ts'

export interface List<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}

/** One page of `all` (newest first) as `limit`, `starting_after` and `ending_before` ask for it. */
export function listPage<Item extends { id: string }>(all: Item[], params: Params, url: string): List<Item> {
  const limit = params.integer('limit', { min: 1, max: 100 }) ?? 10
  const after = params.string('starting_after')
  const before = params.string('ending_before')
  if (after && before) throw badParam('You can only specify one of starting_after and ending_before.', 'starting_after')
  const position = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id)
    if (index < 0) throw noSuch('object', id, param)
    return index
  }
  if (before) {
    const end = position(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = after ? position(after, 'starting_after') + 1 : 0
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url }
}

/** Keeps the objects created in the requested range. */
export function createdWithin<Item extends { created: number }>(all: Item[], params: Params): Item[] {
  if (typeof params.value('created') === 'string') {
    const exact = params.integer('created')
    return exact === undefined ? all : all.filter((item) => item.created === exact)
  }
  const range = params.object('created')
  const from = Math.max(range?.integer('gte') ?? 0, (range?.integer('gt') ?? -1) + 1)
  const to = Math.min(range?.integer('lte') ?? Infinity, (range?.integer('lt') ?? Infinity) - 1)
  return all.filter((item) => item.created >= from && item.created <= to)
}

const TABLE_OF: Record<string, TableName> = {
  acct: 'accounts',
  ch: 'charges',
  cs: 'checkout_sessions',
  cus: 'customers',
  du: 'disputes',
  pi: 'payment_intents',
  pm: 'payment_methods',
  prod: 'products',
  re: 'refunds',
  tr: 'transfers',
  trr: 'transfer_reversals',
  txn: 'balance_transactions',
}

/** Fields that are answered only on request, by type of object. */
const INCLUDED: Record<string, (reader: Reader, object: { id: string }) => List<unknown>> = {
  'charge.refunds': (reader, charge) => ({
    object: 'list',
    data: reader.list('refunds').filter((refund) => refund.charge === charge.id),
    has_more: false,
    url: `/v1/charges/${charge.id}/refunds`,
  }),
  'checkout.session.line_items': (reader, session) => ({
    object: 'list',
    data: reader.find('checkout_drafts', session.id)?.line_items ?? [],
    has_more: false,
    url: `/v1/checkout/sessions/${session.id}/line_items`,
  }),
}

/** Fields that only some objects of a type have but that can be requested for all. */
const OPTIONAL = ['charge.transfer']

type Answer = { [field: string]: unknown }

/** The answer with the ids at the given paths (`payment_intent.latest_charge`, `data.charge`) replaced by their objects. */
export function expand(reader: Reader, answer: object, paths: string[]): object {
  return paths.reduce<object>((result, path) => {
    const parts = path.split('.')
    if (parts.length > 4) throw badParam('You cannot expand more than 4 levels of a property.', 'expand[]')
    return expandPath(reader, result, parts, path) as object
  }, answer)
}

function expandPath(reader: Reader, value: unknown, [field, ...rest]: string[], path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => expandPath(reader, item, [field!, ...rest], path))
  if (value === null || typeof value !== 'object' || field === undefined) return value
  const answer = value as Answer
  const include = INCLUDED[`${answer.object}.${field}`]
  const related = include && answer[field] === undefined ? include(reader, answer as { id: string }) : answer[field]
  if (related === undefined && OPTIONAL.includes(`${answer.object}.${field}`)) return value
  if (related === undefined)
    throw new StripeFailure(`This property cannot be expanded (${path}).`, { param: 'expand[]', isSaved: false })
  const whole = typeof related === 'string' ? objectOf(reader, related, path) : related
  return { ...answer, [field]: rest.length > 0 ? expandPath(reader, whole, rest, path) : whole }
}

function objectOf(reader: Reader, id: string, path: string): unknown {
  const table = TABLE_OF[id.split('_')[0] ?? '']
  const record = table && reader.find(table, id)
  if (!record)
    throw new StripeFailure(`This property cannot be expanded (${path}).`, { param: 'expand[]', isSaved: false })
  return record
}
