import type { DayNumber } from './days.ts'
import { endOf, isRevokedOn, startOf, type TrainingRecord } from './records.ts'
import type { Requirement, Terms } from './requirement.ts'

/** A record that gives what a requirement asks for, with the days of what it gives. */
export type Counted<R extends TrainingRecord = TrainingRecord> = {
  record: R
  as: 'course' | 'refresher'
  /** The day of the completion or certificate. */
  start: DayNumber
  /** The first day of its period: after the end of what was held before, or the day itself. */
  from: DayNumber
  until: DayNumber
  is_revoked: boolean
}

/** The courses whose records belong to a requirement with these terms, the initial one first. */
export const courseIdsOf = ({ course_id }: Requirement, terms: Terms | null): readonly number[] =>
  course_id === null ? [] : [course_id, ...(terms?.refresher_course_ids ?? [])]

/** The last day of what was held when a refresher was completed; null where there was nothing to renew. */
const renewedBy = (before: readonly Counted[], start: DayNumber, { grace_days: grace }: Terms): DayNumber | null => {
  let base = Number.NEGATIVE_INFINITY
  let latest = Number.NEGATIVE_INFINITY
  let isRevoked = false
  for (const each of before) {
    // What is completed on one day renews nothing of that day.
    if (each.start >= start) continue
    const wasRevoked = isRevokedOn(each.record, start)
    if (each.start > latest || (each.start === latest && !wasRevoked)) isRevoked = wasRevoked
    latest = Math.max(latest, each.start)
    // A period that has not begun is not the one in which the refresher is completed, so that none is renewed twice.
    if (!each.is_revoked && each.from <= start) base = Math.max(base, each.until)
  }
  // After a revocation there is no grace.
  const last = isRevoked ? base : base + grace
  return last >= start ? base : null
}

/**
 * The records that count for a requirement on a day, by the terms of that day, in the order of their days (CMP-041). A refresher
 * counts where something is held on the day of its completion, or was no longer ago than the days of grace.
 */
export const countedOn = <R extends TrainingRecord>(
  { kind, course_id }: Requirement,
  terms: Terms,
  records: readonly R[],
  on: DayNumber,
): Counted<R>[] => {
  const begun = records
    .flatMap((record) => {
      const start = startOf(kind, record)
      const isRefresher = course_id !== null && record.course_id !== course_id
      if (start === null || start > on) return []
      if (isRefresher && !terms.refresher_course_ids.includes(record.course_id as number)) return []
      return [{ record, start, isRefresher, is_revoked: isRevokedOn(record, on) }]
    })
    .sort((a, b) => a.start - b.start)
  const counted: Counted<R>[] = []
  for (const { record, start, isRefresher, is_revoked } of begun) {
    if (!isRefresher) {
      const until = endOf(kind, record, start, terms)
      counted.push({ record, as: 'course', start, from: start, until, is_revoked })
      continue
    }
    const base = renewedBy(counted, start, terms)
    if (base === null) continue
    const isFromEnd = terms.renews_from === 'last_day'
    const until = endOf(kind, record, isFromEnd ? base : start, terms)
    counted.push({
      record,
      as: 'refresher',
      start,
      from: isFromEnd ? Math.max(start, base + 1) : start,
      until,
      is_revoked,
    })
  }
  return counted
}
