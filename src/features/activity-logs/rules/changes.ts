import { roleName } from '#kernel/access/roles.ts'
import { formatMoney } from '#kernel/format.ts'

type Changes = Readonly<Record<string, unknown>>

/** A value before and after; `from` is null where the log does not know it, or there was none. */
export type ShownChange = { field: string; from: string | null; to: string | null }

/** Entries of the log that say what their sentence already says. */
const SAID = new Set([
  'kind',
  'amount',
  'assignment',
  'number',
  'permission',
  'is_allowed',
  'role',
  'role_id',
  'grant',
  'email',
])
const HIDDEN = /(^|_)ids?$|^refund_id$|^fields$|^query$/
const LONGEST = 200
/** What stands for a text that is too long to be shown before and after. */
export const TEXT_CHANGED = 'Text changed'

/** Fields whose name in the data is not what people call it. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  is_everywhere: 'On all portals',
  is_anonymised: 'Personal data erased',
  returned: 'Given back',
}
/** These are worth a row only where they are true. */
const ONLY_IF_TRUE = new Set(['is_everywhere', 'is_anonymised'])

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const fieldName = (name: string): string =>
  FIELD_NAMES[name] ??
  capital(
    name
      .replace(/^(is|has)_/, '')
      .replace(/[-_.]+/g, ' ')
      .trim(),
  )
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const withoutTags = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Steps of prices as they are logged: pairs of a quantity and cents. */
const isPrices = (value: unknown): value is [number, number][] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'number'))

const isCounts = (value: object): value is Record<string, number> =>
  Object.values(value).every((count) => typeof count === 'number')

/** Counts by their name, as `2 seats, 1 credit`; null if there is nothing of anything. */
const countsShown = (counts: Readonly<Record<string, number>>): string | null => {
  const parts = Object.entries(counts).filter(([, count]) => count !== 0)
  return parts.map(([name, count]) => `${count} ${count === 1 ? name.replace(/s$/, '') : name}`).join(', ') || null
}

const partsShown = (value: object): string =>
  Object.entries(value)
    .map(([name, part]) => `${fieldName(name)}: ${shown(part, name) ?? 'none'}`)
    .join(', ')

const shown = (value: unknown, name: string): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name === 'total') return formatMoney(value)
  if (typeof value === 'number') return name.endsWith('_cents') ? formatMoney(value / 100) : String(value)
  if (isPrices(value)) return value.map(([from, cents]) => `from ${from}: ${formatMoney(cents / 100)}`).join(', ')
  if (Array.isArray(value))
    return value.length === 0 ? null : cut(value.map((part) => shown(part, name) ?? '–').join(', '))
  if (typeof value === 'object') return isCounts(value) ? countsShown(value) : cut(partsShown(value))
  return cut(withoutTags(name === 'roles' ? roleName(String(value)) : String(value)))
}

/** Whether a value is a text that is too long to be shown beside another one. */
export const isLongText = (value: unknown): boolean => typeof value === 'string' && withoutTags(value).length > LONGEST

const row = (name: string, from: unknown, to: unknown): ShownChange => {
  const field = fieldName(name.replace(/_cents$/, ''))
  const [before, after] = [shown(from, name), shown(to, name)]
  // Where the formatting alone was changed, both read alike.
  const isTooMuch = isLongText(from) || isLongText(to) || (before !== null && before === after)
  return isTooMuch ? { field, from: null, to: TEXT_CHANGED } : { field, from: before, to: after }
}

const WHOLE: Record<string, string> = { 'user.roles': 'roles', 'partner.set-share': 'share in percent' }
/** The sentence of these says what became of what. */
const NAMED_BY_ACTION = /^course\.(publish|withdraw|announce|archive)$/

/**
 * What an entry changed, as rows of a field with its value before and after, without ids and without what the sentence
 * says (REP-014).
 */
export const shownChanges = (action: string, changes: Changes | null): ShownChange[] => {
  if (!changes || NAMED_BY_ACTION.test(action)) return []
  const rows: ShownChange[] = []
  if (WHOLE[action] && isChange(changes)) rows.push(row(WHOLE[action], changes.from, changes.to))
  if ('before' in changes && 'after' in changes) rows.push(row('prices', changes.before, changes.after))
  for (const [name, value] of Object.entries(changes)) {
    if (['from', 'to', 'before', 'after'].includes(name) || SAID.has(name) || HIDDEN.test(name)) continue
    if (ONLY_IF_TRUE.has(name) && value === false) continue
    rows.push(isChange(value) ? row(name, value.from, value.to) : row(name, null, value))
  }
  return rows.filter(({ from, to }) => from !== null || to !== null)
}
