import { Schemas, Types } from 'scimmy'
import { isObject, type Json, ScimFault } from './resources.ts'

type Condition = readonly (string | number | boolean | null)[]
/** What one alternative asks of one attribute: conditions, or those of its parts. */
type Ask = { [attribute: string]: Ask | Condition | Condition[] }

/** A filter as alternatives, each of which asks for all that it names. */
export type Filter = readonly Ask[]
export type Lookup = { by: 'id' | 'userName' | 'externalId' | 'email' | 'displayName'; value: string }

const COMPARES = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
/** Attributes whose upper and lower case differ (RFC 7643, 3.1 and 4.1). */
const EXACT = new Set(['id', 'externalid'])
/** Stands for an escaped quote while the library reads the filter: it refuses one. */
const QUOTE = '\uE000'

const bad = (detail: string) => new ScimFault(400, 'invalidFilter', detail)

const withQuotes = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(QUOTE, '"').replaceAll('\\\\', '\\') : value

const isCondition = (value: unknown): value is Condition => Array.isArray(value) && !Array.isArray(value[0])

const checkedCondition = (condition: Condition): Condition => {
  const [first, ...others] = condition
  const isNot = String(first).toLowerCase() === 'not'
  const [operator, value] = isNot ? others : [first, ...others]
  const name = String(operator).toLowerCase()
  if (name === 'pr' || name === 'np') return isNot ? ['not', name] : [name]
  if (!COMPARES.has(name)) throw bad(`The filter has no comparison ${String(operator)}.`)
  // The library reads `userName eq` without a value as a whole comparison.
  if (value === undefined) throw bad(`The comparison ${name} needs a value.`)
  return [...(isNot ? ['not'] : []), name, withQuotes(value) as string]
}

const checkedAsk = (ask: Ask): Ask =>
  Object.fromEntries(
    Object.entries(ask).map(([name, value]) => {
      if (isCondition(value)) return [name, checkedCondition(value)]
      if (Array.isArray(value)) return [name, (value as Condition[]).map(checkedCondition)]
      return [name, checkedAsk(value as Ask)]
    }),
  )

const pathsOf = (ask: Ask, before = ''): string[] =>
  Object.entries(ask).flatMap(([name, value]) =>
    Array.isArray(value) ? [`${before}${name}`] : pathsOf(value as Ask, `${before}${name}.`),
  )

/** Parses by the library, which stumbles over some texts that are no filter. */
const parsed = (text: string): Filter => {
  try {
    const alternatives = [...new Types.Filter(text)] as unknown as Ask[]
    if (alternatives.length === 0) throw bad('The filter is empty.')
    return alternatives.map(checkedAsk)
  } catch (error) {
    if (error instanceof ScimFault) throw error
    throw bad(error instanceof Types.Error ? error.message : 'The filter cannot be read.')
  }
}

/**
 * Reads a filter of RFC 7644 (3.4.2.2). The library's own matching is left aside: it compares texts by case, which only
 * ids and external ids do, and does not know the prefix of the core schema.
 */
export const readFilter = (text: string, kind: 'User' | 'Group'): Filter => {
  if (text.trim() === '' || text.length > 4000) throw bad('The filter is empty or too long.')
  const prefix = new RegExp(`urn:ietf:params:scim:schemas:core:2\\.0:${kind}:`, 'gi')
  const readable = text.replaceAll('\\"', QUOTE).replace(prefix, '')
  const filter = parsed(readable)
  const { definition } = kind === 'User' ? Schemas.User : Schemas.Group
  for (const path of filter.flatMap((ask) => pathsOf(ask)))
    try {
      definition.attribute(path)
    } catch {
      throw bad(`There is no attribute ${path} to filter by.`)
    }
  return filter
}

const partOf = (value: Json, name: string): unknown => {
  const key = Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : value[key]
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const ordered = (value: unknown, wanted: unknown): number => {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted
  const [a, b] = [Date.parse(String(value)), Date.parse(String(wanted))]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return String(value).localeCompare(String(wanted))
}

const compares = (operator: string, value: unknown, wanted: unknown, isExact: boolean): boolean => {
  const fold = (one: unknown) => (typeof one === 'string' && !isExact ? one.toLowerCase() : one)
  const [a, b] = [fold(value), fold(wanted)]
  const isText = typeof a === 'string' && typeof b === 'string'
  if (operator === 'eq') return a === b
  if (operator === 'ne') return a !== b
  if (operator === 'co') return isText && a.includes(b)
  if (operator === 'sw') return isText && a.startsWith(b)
  if (operator === 'ew') return isText && a.endsWith(b)
  if (value === undefined) return false
  const order = ordered(a, b)
  if (operator === 'gt') return order > 0
  if (operator === 'ge') return order >= 0
  return operator === 'lt' ? order < 0 : order <= 0
}

const holds = (condition: Condition, value: unknown, name: string): boolean => {
  if (condition[0] === 'not') return !holds(condition.slice(1), value, name)
  const [operator, wanted] = condition
  if (operator === 'pr') return isPresent(value)
  if (operator === 'np') return !isPresent(value)
  // A list of values is meant by its elements; an object among them by its value.
  const values = (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? one.value : one))
  const isExact = EXACT.has(name.toLowerCase())
  return values.some((one) => compares(String(operator), one, wanted, isExact))
}

const fits = (ask: Ask, value: unknown): boolean =>
  Object.entries(ask).every(([name, wanted]) => {
    const part = isObject(value) ? partOf(value, name) : undefined
    if (isCondition(wanted)) return holds(wanted, part, name)
    if (Array.isArray(wanted)) return (wanted as Condition[]).every((one) => holds(one, part, name))
    return Array.isArray(part) ? part.some((one) => fits(wanted, one)) : fits(wanted, part)
  })

/** Whether a resource, or an element of a list, is what the filter asks for. */
export const matches = (filter: Filter, value: unknown): boolean => filter.some((ask) => fits(ask, value))

const equalIn = (ask: Ask | Condition | Condition[] | undefined): string | null =>
  isCondition(ask) && ask[0] === 'eq' && typeof ask[1] === 'string' ? ask[1] : null

const asked = (ask: Ask, name: string) => partOf(ask as Json, name) as Ask | Condition | Condition[] | undefined

const lookupOf = (ask: Ask): Lookup | null => {
  for (const by of ['id', 'userName', 'externalId', 'displayName'] as const) {
    const value = equalIn(asked(ask, by))
    if (value !== null) return { by, value }
  }
  const emails = asked(ask, 'emails')
  const value = equalIn(emails) ?? (emails && !Array.isArray(emails) ? equalIn(asked(emails as Ask, 'value')) : null)
  return value === null ? null : { by: 'email', value }
}

/** What the database can look for, one for each alternative; null where it would have to read everyone. */
export const lookupsOf = (filter: Filter): Lookup[] | null => {
  const lookups = filter.map(lookupOf)
  return lookups.every((one) => one !== null) ? lookups : null
}

/** The equalities that a filter of a path names, such as `type eq "work"`: an element that fits it has them. */
export const equalitiesOf = (filter: Filter): Json | null => {
  const [ask, ...others] = filter
  if (!ask || others.length > 0) return null
  const entries = Object.entries(ask).map(([name, wanted]) => [name, isCondition(wanted) ? wanted : []] as const)
  if (!entries.every(([, [operator]]) => operator === 'eq')) return null
  return Object.fromEntries(entries.map(([name, [, value]]) => [name, value]))
}

/** Reads the filter in brackets of a path, whose attributes are those of the elements. */
export const readElementFilter = (text: string): Filter => {
  return parsed(text.replaceAll('\\"', QUOTE))
}
