import { dayOf } from '../format/day.ts'
import type { CrewEntry, CrewStatement } from './crew.ts'
import { type GateList, isClockWrong, isSignedBy, unpackRevoked } from './gate-list.ts'
import { type CertificateStatement, readStatement } from './statement.ts'

export type GateState = 'valid' | 'expired' | 'revoked' | 'unknown'

/** Why nothing can be said. */
export type Unknown =
  | 'no_statement'
  | 'changed'
  | 'other_portal'
  | 'unknown_key'
  | 'replaced_key'
  | 'no_list'
  | 'no_ed25519'

/** How a person stands with a requirement of a roster; with grace somebody may still work. */
export type EntryVerdict = {
  state: 'valid' | 'grace' | 'expired' | 'revoked' | 'missing' | 'not_required'
  last_day: string | null
}
/** How a person stands: as with the worst of the requirements. */
export type PersonVerdict = {
  name: string
  state: 'valid' | 'grace' | 'expired' | 'revoked' | 'missing'
  entries: EntryVerdict[]
}

export type Verdict =
  | { kind: 'unknown'; state: 'unknown'; reason: Unknown; number: string | null }
  | { kind: 'certificate'; state: GateState; statement: CertificateStatement; revoked_at: Date | null }
  | { kind: 'crew'; statement: CrewStatement; people: PersonVerdict[] }

/** The moment that certificates are judged at: the time of the list where the device is behind it. */
const judgedAt = (list: GateList, now: Date): Date =>
  isClockWrong(list, now) ? new Date(Date.parse(list.made_at)) : now

/** What follows a scanned address' `#`, or the text itself where it is a statement alone. */
export const fragmentOf = (scanned: string): string => {
  const at = scanned.indexOf('#')
  return at < 0 ? (/^https?:/i.test(scanned) ? '' : scanned.trim()) : scanned.slice(at + 1)
}

/** The number that the address of a verification page names. */
const numberIn = (scanned: string): string | null =>
  /\/certificates\/([0-9A-Za-z-]+)(?:[?#]|$)/.exec(scanned)?.[1]?.toUpperCase() ?? null

const WORST_FIRST = ['revoked', 'missing', 'expired', 'grace'] as const

const judgeEntry = (entry: CrewEntry, revoked: ReadonlyMap<string, Date>, today: string): EntryVerdict => {
  if (typeof entry === 'string') return { state: entry, last_day: null }
  const { kind, last_day } = entry
  const isOver = last_day !== null && last_day < today
  // What somebody had before their days of grace is over.
  if (kind === 'grace') return isOver ? { state: 'missing', last_day: null } : { state: 'grace', last_day }
  if (kind === 'certificate' && revoked.has(entry.number)) return { state: 'revoked', last_day }
  return { state: isOver ? 'expired' : 'valid', last_day }
}

const judgeCrew = (statement: CrewStatement, revoked: ReadonlyMap<string, Date>, today: string): PersonVerdict[] =>
  statement.people.map(({ name, entries }) => {
    const judged = entries.map((entry) => judgeEntry(entry, revoked, today))
    const state = WORST_FIRST.find((worst) => judged.some((entry) => entry.state === worst)) ?? 'valid'
    return { name, state, entries: judged }
  })

/** What a scanned text is worth by the list that is kept (EVD-017); only what a key of the portal signed says anything. */
export const judge = async (scanned: string, list: GateList | null, now: Date): Promise<Verdict> => {
  const number = numberIn(scanned)
  const unknown = (reason: Unknown): Verdict => ({ kind: 'unknown', state: 'unknown', reason, number })
  const fragment = fragmentOf(scanned)
  if (fragment === '') return unknown('no_statement')
  const read = readStatement(fragment)
  if (!read) return unknown(/^[\w-]{60,}$/.test(fragment) ? 'changed' : 'no_statement')
  if (!list) return unknown('no_list')
  const { statement, signed, signature } = read
  const key = list.keys.find(({ key_id }) => key_id === statement.key_id)
  if (!key) return unknown(statement.portal_id === list.portal.id ? 'unknown_key' : 'other_portal')
  try {
    if (!(await isSignedBy(key.public_key, signature, signed))) return unknown('changed')
  } catch {
    return unknown('no_ed25519')
  }
  if (statement.portal_id !== list.portal.id) return unknown('other_portal')
  // Somebody who got hold of a key cannot use it after it was replaced.
  if (key.retired_at && statement.signed_at > new Date(key.retired_at)) return unknown('replaced_key')
  const at = judgedAt(list, now)
  const revoked = unpackRevoked(list.revoked)
  if (statement.kind === 'crew')
    return { kind: 'crew', statement, people: judgeCrew(statement, revoked, dayOf(at, list.time_zone)) }
  // An address that names another certificate than its statement was put together by somebody.
  if (number !== null && number !== statement.number) return unknown('changed')
  const revokedAt = revoked.get(statement.number) ?? null
  const isOver = statement.expires_at !== null && statement.expires_at <= at
  return {
    kind: 'certificate',
    state: revokedAt ? 'revoked' : isOver ? 'expired' : 'valid',
    statement,
    revoked_at: revokedAt,
  }
}
