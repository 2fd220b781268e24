import { type DayNumber, monthsLater } from './days.ts'
import type { Requirement, Terms } from './requirement.ts'

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

const FOREVER = Number.POSITIVE_INFINITY

/** The day on which a record gives what the requirement asks for. */
export const startOf = (kind: Requirement['kind'], record: TrainingRecord): DayNumber | null =>
  kind === 'course' ? record.completed : record.held

/** The last day of what a record gives, with a period that runs from a day. */
export const endOf = (
  kind: Requirement['kind'],
  record: TrainingRecord,
  from: DayNumber,
  { valid_months: months }: Terms,
): DayNumber => {
  const byTerms = months === null ? FOREVER : monthsLater(from, months)
  return kind === 'course' || record.until === null ? byTerms : Math.min(byTerms, record.until)
}

export const isRevokedOn = ({ revoked }: TrainingRecord, on: DayNumber): boolean => revoked !== null && revoked <= on
