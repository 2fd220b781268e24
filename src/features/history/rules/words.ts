import type { PortalKind } from '#kernel/access/permissions.ts'
import { type Role, roleName } from '#kernel/access/roles.ts'
import { formatDate } from '#kernel/format/date.ts'
import { formatFileSize } from '#kernel/format/size.ts'
import { plainText } from '#kernel/text.ts'
import { isGiven, switchOf } from './roles.ts'
import { isSameValue } from './state.ts'

/** Names of what values name by id; null for what is gone. */
export type ValueNames = { person: (id: number) => string | null; tag: (id: number) => string | null }

const LONGEST = 200
/** What stands for a text that is too long to be shown before and after, and for what has no words. */
export const TEXT_CHANGED = 'Text changed'
const CHANGED = 'Changed'
/** What stands for a layout that differs from that which every portal has. */
const CUSTOM = 'Custom'

const TYPES: Readonly<Record<number, string>> = { 1: 'In-house', 2: 'Channel' }
const STATUSES: Readonly<Record<string, string>> = {
  initializing: 'Being created',
  pending: 'Not complete',
  pending_validation: 'Waiting for review',
  processing: 'Being set up',
  active: 'Open',
}
const PICTURES = new Set(['avatar', 'logo', 'secondary_logo', 'favicon', 'social_logo', 'default_certificate_logo'])

const personName = (value: unknown, { person }: ValueNames): string => person(Number(value)) ?? 'A former member'
const tagName = (value: unknown, { tag }: ValueNames): string => tag(Number(value)) ?? 'A deleted tag'

/** One value of a field for people; null where there is none. */
export const shownValue = (field: string, value: unknown, names: ValueNames): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value) && (field === 'roles' || field === 'tags')) {
    const shown = value.map((item) => shownValue(field, item, names) ?? '').toSorted((a, b) => a.localeCompare(b))
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
  if (typeof value === 'object') return CUSTOM
  return field === 'terms' ? plainText(String(value)) : String(value)
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
    return { from: null, to: field === 'terms' ? TEXT_CHANGED : CHANGED }
  return { from, to }
}

/** What a change of roles or tags is called: each is about one that was given or taken. */
export const itemLabel = (field: string, [before]: readonly [unknown, unknown]): string =>
  `${field === 'roles' ? 'Role' : 'Tag'} ${before === null ? 'given' : 'taken'}`

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
