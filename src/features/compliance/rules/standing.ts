import type { DayNumber } from './days.ts'
import { placeOn, type Stretch } from './person.ts'
import { endOf, isRevokedOn, startOf, type TrainingRecord } from './records.ts'
import { countedOn } from './refreshers.ts'
import { appliesTo, isUploaded, type Requirement, type Terms, termsOn } from './requirement.ts'

/** How somebody stands with a requirement at the end of a day (CMP-004). */
export const STATES = [
  'not_required',
  'valid',
  'grace',
  'under_review',
  'revoked',
  'expired',
  'in_progress',
  'missing',
] as const
export type State = (typeof STATES)[number]

/** The last day of what is valid or in grace, or on which it was; null where it does not expire or there is none. */
export type Standing = { state: State; until: DayNumber | null }

/** In these states somebody may do what the requirement is for. */
export const isCleared = (state: State): boolean => state === 'valid' || state === 'grace' || state === 'not_required'

const NOT_REQUIRED: Standing = { state: 'not_required', until: null }
const NEVER = Number.NEGATIVE_INFINITY

/** The day from which the requirement has applied to the person without a break, up to the day. */
const appliedSince = (requirement: Requirement, stretches: readonly Stretch[], on: DayNumber): DayNumber => {
  let since = on
  const days = new Set([...stretches.map(({ from }) => from), ...requirement.terms.map(({ from }) => from)])
  for (const day of [...days].filter((each) => each <= on).sort((a, b) => b - a)) {
    // Between two of these days nothing changes, so that the earlier one says it for all days up to the later one.
    const terms = termsOn(requirement, day)
    const place = placeOn(stretches.filter(({ from }) => from <= day))
    if (!terms || !appliesTo(terms, place)) break
    since = day
  }
  return since
}

/** What a person holds at the end of a day, whether or not it is required of them. */
type Coverage = { until: DayNumber; lastStart: DayNumber; isLastRevoked: boolean; isUnderway: boolean }

const add = (coverage: Coverage, start: DayNumber, until: DayNumber, isRevoked: boolean): void => {
  // Of two on one day, one that was not revoked decides.
  if (start > coverage.lastStart || (start === coverage.lastStart && !isRevoked)) coverage.isLastRevoked = isRevoked
  coverage.lastStart = Math.max(coverage.lastStart, start)
  if (!isRevoked) coverage.until = Math.max(coverage.until, until)
}

const coverageOn = (
  requirement: Requirement,
  terms: Terms,
  records: readonly TrainingRecord[],
  on: DayNumber,
): Coverage => {
  const { kind, course_id } = requirement
  const coverage: Coverage = { until: NEVER, lastStart: NEVER, isLastRevoked: false, isUnderway: false }
  const hasRefreshers = terms.refresher_course_ids.length > 0
  for (const record of records) {
    // Somebody in a refresher alone is on the way to nothing.
    if (course_id !== null && record.course_id !== course_id) continue
    const start = startOf(kind, record)
    if (start !== null && start <= on) {
      if (!hasRefreshers) add(coverage, start, endOf(kind, record, start, terms), isRevokedOn(record, on))
    } else if (record.opened !== null && record.opened <= on && (record.closed === null || record.closed > on)) {
      coverage.isUnderway = true
    }
  }
  if (hasRefreshers)
    for (const { start, until, is_revoked } of countedOn(requirement, terms, records, on))
      add(coverage, start, until, is_revoked)
  return coverage
}

const judge = (
  requirement: Requirement,
  terms: Terms,
  { until, isLastRevoked, isUnderway }: Coverage,
  stretches: readonly Stretch[],
  on: DayNumber,
): Standing => {
  const lastDay = Number.isFinite(until) ? until : null
  if (until >= on) return { state: 'valid', until: lastDay }
  if (isLastRevoked) return { state: 'revoked', until: null }
  if (terms.grace_days > 0) {
    const afterEnd = lastDay === null ? NEVER : lastDay + terms.grace_days
    // It has applied since the last change at the latest; only after a late one does it matter since when.
    const changed = Math.max(terms.from, stretches.at(-1)?.from ?? on)
    const mayBeNew = changed + terms.grace_days > on
    const afterStart = mayBeNew ? appliedSince(requirement, stretches, on) + terms.grace_days - 1 : on - 1
    const graceEnd = Math.max(afterEnd, afterStart)
    if (graceEnd >= on) return { state: 'grace', until: graceEnd }
  }
  if (isUnderway && isUploaded(requirement.kind)) return { state: 'under_review', until: null }
  if (lastDay !== null) return { state: 'expired', until: lastDay }
  return { state: isUnderway ? 'in_progress' : 'missing', until: null }
}

/**
 * How a person stands with a requirement at the end of a day. `stretches` are the person's up to that day, `records` those
 * that belong to the requirement: of its course, of the refreshers that its terms of the day name, or its documents.
 */
export const standingOn = (
  requirement: Requirement,
  stretches: readonly Stretch[],
  records: readonly TrainingRecord[],
  on: DayNumber,
): Standing => {
  const terms = termsOn(requirement, on)
  if (!terms || !appliesTo(terms, placeOn(stretches))) return NOT_REQUIRED
  return judge(requirement, terms, coverageOn(requirement, terms, records, on), stretches, on)
}

export type RenewalStanding = Standing & {
  /** The last day of what is or was held, without grace; null where there is none. */
  held_until: DayNumber | null
  /** The last day on which a refresher counts; null where the initial course is the next one (CMP-042). */
  refresher_until: DayNumber | null
}

/** The same, with what is to be renewed and by which kind of course. */
export const renewalOn = (
  requirement: Requirement,
  stretches: readonly Stretch[],
  records: readonly TrainingRecord[],
  on: DayNumber,
): RenewalStanding => {
  const terms = termsOn(requirement, on)
  if (!terms || !appliesTo(terms, placeOn(stretches)))
    return { ...NOT_REQUIRED, held_until: null, refresher_until: null }
  const coverage = coverageOn(requirement, terms, records, on)
  const standing = judge(requirement, terms, coverage, stretches, on)
  const lastDay = Number.isFinite(coverage.until) ? coverage.until : null
  // While an upload waits for a decision, there is nothing to hand in.
  const isWaiting = coverage.isUnderway && isUploaded(requirement.kind)
  const held_until = standing.state !== 'grace' ? standing.until : isWaiting ? null : lastDay
  const lastRefresh = lastDay === null ? NEVER : lastDay + (coverage.isLastRevoked ? 0 : terms.grace_days)
  const isRefreshed = terms.refresher_course_ids.length > 0 && standing.state !== 'revoked' && lastRefresh >= on
  return { ...standing, held_until, refresher_until: isRefreshed ? lastRefresh : null }
}
