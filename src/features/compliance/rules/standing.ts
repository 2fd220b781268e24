import { type DayNumber, monthsLater } from './days.ts'
import { placeOn, type Stretch } from './person.ts'
import { appliesTo, type Requirement, type Terms, termsOn } from './requirement.ts'

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

/** The facts of one enrollment or document side by side, as days. */
export type TrainingRecord = {
  course_id: number | null
  requirement_id: number | null
  /** Enrolled, or handed in. */
  opened: DayNumber | null
  /** Unenrolled, or rejected. */
  closed: DayNumber | null
  completed: DayNumber | null
  /** The certificate was issued, or the document counts from here. */
  held: DayNumber | null
  /** The last day of certificate or document. */
  until: DayNumber | null
  revoked: DayNumber | null
}

const NOT_REQUIRED: Standing = { state: 'not_required', until: null }
const FOREVER = Number.POSITIVE_INFINITY

const startOf = (kind: Requirement['kind'], record: TrainingRecord) =>
  kind === 'course' ? record.completed : record.held

const endOf = (kind: Requirement['kind'], record: TrainingRecord, from: DayNumber, { valid_months: months }: Terms) => {
  const byTerms = months === null ? FOREVER : monthsLater(from, months)
  return kind === 'course' || record.until === null ? byTerms : Math.min(byTerms, record.until)
}

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

/**
 * How a person stands with a requirement at the end of a day. `stretches` are the person's up to that day, `records` those
 * that belong to the requirement.
 */
export const standingOn = (
  requirement: Requirement,
  stretches: readonly Stretch[],
  records: readonly TrainingRecord[],
  on: DayNumber,
): Standing => {
  const terms = termsOn(requirement, on)
  if (!terms || !appliesTo(terms, placeOn(stretches))) return NOT_REQUIRED
  const { kind } = requirement
  let until = Number.NEGATIVE_INFINITY
  let lastStart = Number.NEGATIVE_INFINITY
  let isLastRevoked = false
  let isUnderway = false
  for (const record of records) {
    const start = startOf(kind, record)
    const isRevoked = record.revoked !== null && record.revoked <= on
    if (start !== null && start <= on) {
      // Of two on one day, one that was not revoked decides.
      if (start > lastStart || (start === lastStart && !isRevoked)) isLastRevoked = isRevoked
      lastStart = Math.max(lastStart, start)
      if (!isRevoked) until = Math.max(until, endOf(kind, record, start, terms))
    } else if (record.opened !== null && record.opened <= on && (record.closed === null || record.closed > on)) {
      isUnderway = true
    }
  }
  const lastDay = Number.isFinite(until) ? until : null
  if (until >= on) return { state: 'valid', until: lastDay }
  if (isLastRevoked) return { state: 'revoked', until: null }
  if (terms.grace_days > 0) {
    const afterEnd = lastDay === null ? Number.NEGATIVE_INFINITY : lastDay + terms.grace_days
    // It has applied since the last change at the latest; only after a late one does it matter since when.
    const changed = Math.max(terms.from, stretches.at(-1)?.from ?? on)
    const mayBeNew = changed + terms.grace_days > on
    const afterStart = mayBeNew ? appliedSince(requirement, stretches, on) + terms.grace_days - 1 : on - 1
    const graceEnd = Math.max(afterEnd, afterStart)
    if (graceEnd >= on) return { state: 'grace', until: graceEnd }
  }
  if (isUnderway && (kind === 'license' || kind === 'document')) return { state: 'under_review', until: null }
  if (lastDay !== null) return { state: 'expired', until: lastDay }
  return { state: isUnderway ? 'in_progress' : 'missing', until: null }
}
