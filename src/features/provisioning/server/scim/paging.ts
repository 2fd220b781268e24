import { fail } from '#kernel/errors.ts'
import type { Filter } from '../../rules/filter.ts'
import { readFilter } from '../../rules/filter.ts'
import { invalidSyntax, invalidValue, isObject, type Json } from '../../rules/resources.ts'
import { MOST_RESULTS } from './discovery.ts'
import { type Selection, selectionOf } from './show.ts'

const PAGE = 100

/** What a list is asked for, by address or by the body of a search (RFC 7644, 3.4.2 and 3.4.3). */
export type ListRequest = { filter: Filter | null; startIndex: number; count: number; selection: Selection }

const whole = (value: unknown, name: string): number | null => {
  if (value === undefined || value === '') return null
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw invalidValue(`${name} has to be a whole number.`)
  return number
}

/** Below one the list starts at its first resource, and a negative count is none (RFC 7644, 3.4.2.4). */
export const listRequest = (query: Json, kind: 'User' | 'Group'): ListRequest => {
  const { filter } = query
  if (filter !== undefined && typeof filter !== 'string') throw invalidValue('A call takes one filter.')
  return {
    filter: filter === undefined || filter === '' ? null : readFilter(filter, kind),
    startIndex: Math.max(whole(query.startIndex, 'startIndex') ?? 1, 1),
    count: Math.min(Math.max(whole(query.count, 'count') ?? PAGE, 0), MOST_RESULTS),
    selection: selectionOf(query),
  }
}

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** The body of a search as a query. */
export const searchQuery = (body: unknown): Json => {
  if (!isObject(body)) throw invalidSyntax('The body has to be a SearchRequest message.')
  const { schemas, attributes, excludedAttributes, ...query } = body
  if (!Array.isArray(schemas) || !schemas.includes(SEARCH))
    throw invalidSyntax(`The schema of the message has to be ${SEARCH}.`)
  const list = (value: unknown) => (Array.isArray(value) ? value.join(',') : value)
  return { ...query, attributes: list(attributes), excludedAttributes: list(excludedAttributes) }
}

/** The id of an address as a number, or `not_found`. */
export const idOf = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fail('not_found')
  return Number(text)
}
