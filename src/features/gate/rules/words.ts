import { formatDay } from '#kernel/format/day.ts'
import { formatDate } from '#kernel/format.ts'
import { type GateList, isClockWrong } from '#kernel/statements/gate-list.ts'
import type { EntryVerdict, GateState, PersonVerdict, Unknown } from '#kernel/statements/verdict.ts'

const DAY_MS = 86_400_000

export const STATE_WORDS: Record<GateState, string> = {
  valid: 'Valid',
  expired: 'Expired',
  revoked: 'Revoked',
  unknown: 'Unknown',
}

/** How people of a crew stand with what is required of them. */
export const ENTRY_WORDS: Record<EntryVerdict['state'], string> = {
  valid: 'Valid',
  grace: 'In grace',
  expired: 'Expired',
  revoked: 'Revoked',
  missing: 'Not cleared',
  not_required: 'Not required',
}

/** How a person of a crew stands with a requirement: "Valid through November 27 2029". */
export const entryText = ({ state, last_day: day }: EntryVerdict): string => {
  if (day === null) return state === 'valid' ? 'Valid, does not expire' : ENTRY_WORDS[state]
  if (state === 'grace') return `In grace through ${formatDay(day, 'long')}`
  if (state === 'valid') return `Valid through ${formatDay(day, 'long')}`
  return state === 'expired' ? `Expired, was valid through ${formatDay(day, 'long')}` : ENTRY_WORDS[state]
}

/** Somebody who may work: valid, or in grace. */
export const isCleared = ({ state }: Pick<PersonVerdict, 'state'>): boolean => state === 'valid' || state === 'grace'

/** "All 12 people are cleared", or how many are not. */
export const crewSumText = (people: readonly PersonVerdict[]): string => {
  const cleared = people.filter(isCleared).length
  if (people.length === 1) return cleared === 1 ? 'The person is cleared' : 'The person is not cleared'
  return cleared === people.length
    ? `All ${people.length} people are cleared`
    : `${cleared} of ${people.length} people are cleared`
}

/** Why a gate can say nothing, for the person who stands there. */
export const UNKNOWN_WORDS: Record<Unknown, string> = {
  no_statement: 'This code has no signed statement. Type the number of the certificate while you are online.',
  changed: 'The signature does not match: something in this code was changed or misread. Do not accept it.',
  other_portal: 'Another organization issued this. Check it on the address that is printed on it.',
  unknown_key: 'This list does not have the key that signed it. Update the list and scan again.',
  replaced_key: 'It was signed with a key that had been replaced by then. Do not accept it.',
  no_list: 'This device has no list yet. Go online once and update the list.',
  no_ed25519: 'This browser is too old to check signatures. Update it, or use another device.',
}

/** How old a list is in whole days. */
export const ageInDays = (list: Pick<GateList, 'made_at'>, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(list.made_at)) / DAY_MS))

/** When the list was made and how old it is: "List from November 25 2026 3:14 PM · 2 days old". */
export const ageText = (list: Pick<GateList, 'made_at'>, now: Date, zone?: string): string => {
  const days = ageInDays(list, now)
  const age = days === 0 ? 'less than a day old' : days === 1 ? '1 day old' : `${days} days old`
  return `List from ${formatDate(list.made_at, 'long_time', zone)} · ${age}`
}

/** What the person at the gate must know about the list and the clock; null where all is well. */
export const warningText = (list: GateList | null, now: Date, warnDays: number): string | null => {
  if (!list) return 'No list on this device yet. Go online once to get it.'
  if (isClockWrong(list, now))
    return 'The clock of this device is behind the list. Set it right: dates are judged by the time of the list until then.'
  const days = ageInDays(list, now)
  if (days >= warnDays)
    return `The list is ${days} days old. Certificates that were revoked since then still show as valid. Go online to update it.`
  return null
}

export const dayText = (day: string | null): string => (day === null ? 'Does not expire' : formatDay(day, 'long'))
