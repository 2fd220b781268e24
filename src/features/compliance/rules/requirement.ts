import type { DayNumber } from './days.ts'
import type { Place } from './person.ts'

export const REQUIREMENT_KINDS = ['course', 'certificate', 'license', 'document'] as const
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number]

/** People upload these; the others follow from their courses. */
export const isUploaded = (kind: RequirementKind): boolean => kind === 'license' || kind === 'document'

/** What a license or document can have to come with. */
export const ASKS = ['issuer', 'number', 'expiry', 'file'] as const
export type Ask = (typeof ASKS)[number]

/** From which day a refresher gives a new period: the day of its completion, or the last day of what was held before. */
export const RENEWS_FROM = ['completion', 'last_day'] as const
export type RenewsFrom = (typeof RENEWS_FROM)[number]

/** Whom terms apply to: people who are in one of each list that is not empty; with all lists empty, everyone. */
export type Audience = {
  roles: readonly string[]
  team_ids: readonly number[]
  sites: readonly string[]
  jobs: readonly string[]
  states: readonly string[]
}

/** What a requirement asks, and of whom, from a day on. */
export type Terms = Audience & {
  from: DayNumber
  is_retired: boolean
  valid_months: number | null
  grace_days: number
  /** Courses whose completion renews what is held; the first one is what people are enrolled in (CMP-040). */
  refresher_course_ids: readonly number[]
  renews_from: RenewsFrom
}

/** Terms are in the order of their days, and of one day in the order in which they were written. */
export type Requirement = { id: number; kind: RequirementKind; course_id: number | null; terms: readonly Terms[] }

/** The terms of a day; null before the first ones and where nobody has to hold it any more. */
export const termsOn = ({ terms }: Requirement, on: DayNumber): Terms | null => {
  let current: Terms | null = null
  for (const each of terms) {
    if (each.from > on) break
    current = each
  }
  return current === null || current.is_retired ? null : current
}

const isIn = <T>(list: readonly T[], value: T | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value))

/** Whether terms apply to somebody who is in this place. */
export const appliesTo = (terms: Audience, place: Place): boolean =>
  place.is_present &&
  (terms.roles.length === 0 || terms.roles.some((role) => place.roles.has(role))) &&
  isIn(terms.team_ids, place.team_id) &&
  isIn(terms.sites, place.site) &&
  isIn(terms.jobs, place.job) &&
  isIn(terms.states, place.state)
