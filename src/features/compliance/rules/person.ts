import type { DayNumber } from './days.ts'

/** Where somebody was on a day, which decides what they had to hold. */
export type Place = {
  is_present: boolean
  /** Who left is back only by joining again. */
  has_left: boolean
  roles: ReadonlySet<string>
  team_id: number | null
  site: string | null
  job: string | null
  state: string | null
}

export const PLACE_KINDS = ['joined', 'left', 'role_given', 'role_taken', 'team', 'site', 'job', 'state'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]
export type PlaceFact = { kind: PlaceKind; day: DayNumber; value: string | null }

const NOWHERE: Place = {
  is_present: false,
  has_left: false,
  roles: new Set(),
  team_id: null,
  site: null,
  job: null,
  state: null,
}

const withRole = (roles: ReadonlySet<string>, role: string | null, isGiven: boolean): ReadonlySet<string> => {
  const next = new Set(roles)
  if (role !== null && isGiven) next.add(role)
  else if (role !== null) next.delete(role)
  return next
}

/** People may have worked before their portal knew them: a place that they are given begins their presence as well. */
const isPresentAfter = ({ is_present, has_left }: Place, { kind, value }: PlaceFact): boolean => {
  if (kind === 'joined') return true
  if (kind === 'left') return false
  return is_present || (!has_left && kind !== 'role_taken' && value !== null)
}

const after = (before: Place, fact: PlaceFact): Place => {
  const { kind, value } = fact
  const place = {
    ...before,
    is_present: isPresentAfter(before, fact),
    has_left: kind === 'left' || (before.has_left && kind !== 'joined'),
  }
  switch (kind) {
    case 'joined':
    case 'left':
      return place
    case 'role_given':
    case 'role_taken':
      return { ...place, roles: withRole(place.roles, value, kind === 'role_given') }
    case 'team':
      return { ...place, team_id: value === null ? null : Number(value) }
    default:
      return { ...place, [kind]: value }
  }
}

/** A stretch of days in which somebody's place did not change; it ends where the next one begins. */
export type Stretch = { from: DayNumber; place: Place }

/**
 * The stretches of a person up to a day, the earliest first, from facts in the order of their days. A fact counts from the
 * beginning of its day: of several on one day, the last one says how the day ended.
 */
export const stretchesUntil = (facts: readonly PlaceFact[], on: DayNumber): Stretch[] => {
  const stretches: Stretch[] = []
  let place = NOWHERE
  for (const fact of facts) {
    if (fact.day > on) break
    place = after(place, fact)
    const last = stretches.at(-1)
    if (last?.from === fact.day) last.place = place
    else stretches.push({ from: fact.day, place })
  }
  return stretches
}

/** Where a person was at the end of a day. */
export const placeOn = (stretches: readonly Stretch[]): Place => stretches.at(-1)?.place ?? NOWHERE
