import type { PortalKind } from '#kernel/access/permissions.ts'
import { type Role, roleName } from '#kernel/access/roles.ts'
import { formatDate } from '#kernel/format/date.ts'
import { formatCents } from '#kernel/format/number.ts'
import { formatFileSize } from '#kernel/format/size.ts'
import { plainText } from '#kernel/text.ts'
import { isItems } from './fields.ts'
import { isGiven, switchOf } from './roles.ts'
import { isSameValue } from './state.ts'

/** Names of what values name by id; null for what is gone. */
export type ValueNames = {
  person: (id: number) => string | null
  /** Of tags and of terms of the catalog. */
  tag: (id: number) => string | null
  provider?: (id: number) => string | null
}

const LONGEST = 200
/** What stands for a text that is too long to be shown before and after, and for what has no words. */
export const TEXT_CHANGED = 'Text changed'
const CHANGED = 'Changed'
/** What stands for a layout that differs from that which every portal has. */
const CUSTOM = 'Custom'

const TYPES: Readonly<Record<number, string>> = { 1: 'In-house', 2: 'Channel' }
const PUBLICATION_WORDS: Readonly<Record<number, string>> = {
  1: 'Draft',
  2: 'Published',
  3: 'Coming soon',
  4: 'Archived',
}
const STATUSES: Readonly<Record<string, string>> = {
  initializing: 'Being created',
  pending: 'Not complete',
  pending_validation: 'Waiting for review',
  processing: 'Being set up',
  active: 'Open',
}
const PICTURES = new Set([
  'avatar',
  'logo',
  'secondary_logo',
  'favicon',
  'social_logo',
  'default_certificate_logo',
  'thumbnail',
  'seo_image',
  'author_avatar',
])

const personName = (value: unknown, { person }: ValueNames): string => person(Number(value)) ?? 'A former member'
const tagName = (value: unknown, { tag }: ValueNames): string => tag(Number(value)) ?? 'A deleted tag'

const tierOf = (value: string): string => {
  const [from = '', cents = ''] = value.split(':')
  return `${from}+ at ${formatCents(Number(cents))}`
}
const counted = (value: unknown, one: string): string => `${value} ${Number(value) === 1 ? one : `${one}s`}`

const COURSE_WORDS: Readonly<Record<string, (value: unknown, names: ValueNames) => string | null>> = {
  course_pricings: (value) => tierOf(String(value)),
  catalog_terms: (value, { tag }) => tag(Number(value)) ?? 'A deleted term',
  instructors: personName,
  partner_company_id: (value, { provider }) => provider?.(Number(value)) ?? 'A former provider',
  min_credit_price_cents: (value) => formatCents(Number(value)),
  credit_price_cents: (value) => formatCents(Number(value)),
  max_discount: (value) => `${value}%`,
  publication_status: (value) => PUBLICATION_WORDS[Number(value)] ?? String(value),
  newest_version: (value) => (Number(value) === 0 ? null : String(value)),
  certificate_template_id: () => 'Own template',
  duration_minutes: (value) => counted(value, 'minute'),
  due_days: (value) => `${counted(value, 'day')} after enrollment`,
  due_at: (value) => formatDate(String(value), 'short'),
  source_revoked_at: (value) => formatDate(String(value), 'short'),
}

/** One value of a field for people; null where there is none. */
export const shownValue = (field: string, value: unknown, names: ValueNames): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value) && isItems(field)) {
    const shown = value
      .map((item) => shownValue(field, item, names) ?? '')
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    return shown.join(', ') || null
  }
  if (typeof value === 'boolean' && switchOf(field)) return value ? 'Allowed' : 'Not allowed'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field === 'roles') return roleName(String(value))
  if (field === 'tags') return tagName(value, names)
  if (field === 'manager_id') return `Team of ${personName(value, names)}`
  if (field === 'type') return TYPES[Number(value)] ?? String(value)
  if (field === 'status') return STATUSES[String(value)] ?? String(value)
  if (field === 'storage_quota') return formatFileSize(Number(value))
  if (field === 'subscribed_until') return formatDate(String(value), 'short')
  if (PICTURES.has(field)) return 'Picture'
  const ofCourse = COURSE_WORDS[field]
  if (ofCourse) return ofCourse(value, names)
  if (typeof value === 'object') return CUSTOM
  return field === 'terms' || field === 'description' ? plainText(String(value)) : String(value)
}

/** One value by itself, for a record as a whole. */
export const shownAlone = (field: string, value: unknown, names: ValueNames): string | null => {
  const text = shownValue(field, value, names)
  return text !== null && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

export type ShownPair = { from: string | null; to: string | null }

/** A value before and after for people; a long text, and what reads alike before and after, only says that it changed (HIS-008). */
export const shownPair = (
  field: string,
  [before, after]: readonly [unknown, unknown],
  names: ValueNames,
): ShownPair => {
  const [from, to] = [shownValue(field, before, names), shownValue(field, after, names)]
  const isLong = Math.max(from?.length ?? 0, to?.length ?? 0) > LONGEST
  if (isLong) return { from: null, to: TEXT_CHANGED }
  if (from === to && !isSameValue(field, before, after))
    return { from: null, to: field === 'terms' || field === 'description' ? TEXT_CHANGED : CHANGED }
  return { from, to }
}

const ITEM_WORDS: Readonly<Record<string, readonly [one: string, came: string, went: string]>> = {
  roles: ['Role', 'given', 'taken'],
  tags: ['Tag', 'given', 'taken'],
  course_pricings: ['Price', 'added', 'removed'],
  catalog_terms: ['Catalog term', 'added', 'removed'],
  instructors: ['Instructor', 'added', 'removed'],
}

/** What a change of one of several values is called: each is about one that came, went, or became another. */
export const itemLabel = (field: string, [before, after]: readonly [unknown, unknown]): string => {
  const [one, came, went] = ITEM_WORDS[field] ?? [field, 'given', 'taken']
  if (before !== null && after !== null) return one
  return `${one} ${before === null ? came : went}`
}

const REACH: Readonly<Record<PortalKind, string>> = {
  general: ' in all portals',
  channel: ' in channel portals',
  house: ' in in-house portals',
}

/** What a recorded switch is called: to whom the permission was given, or from whom it was taken, and where (HIS-019). */
export const switchLabel = (
  { role, kind }: { role: Role; kind: PortalKind | null },
  pair: readonly [unknown, unknown],
): string => `${isGiven(pair) ? 'Given to' : 'Taken from'} ${roleName(role)}${kind === null ? '' : REACH[kind]}`

type Actor = {
  actor: string | null
  impersonator: string | null
  token_name: string | null
  origin: string
}

/** Who made a change, and how it came (HIS-002). */
export const madeBy = ({ actor, impersonator, token_name: token, origin }: Actor): string => {
  if (origin === 'visit') return 'A sign-in or sign-up'
  if (actor === null) return token === null ? 'Portico' : `${token} (API)`
  const who = impersonator ? `${impersonator}, working as ${actor}` : actor
  if (origin === 'import') return `${who}, by an import`
  if (origin === 'bulk') return `${who}, by a bulk change`
  return token === null ? who : `${who}, by ${token} (API)`
}
