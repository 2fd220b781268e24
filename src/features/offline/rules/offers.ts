/** Why an item, or a whole course, is not kept on a device. */
export const AWAY_REASONS = [
  'exam',
  'exam_proctor',
  'exam_taken_along',
  'exam_open',
  'exam_over',
  'assignment',
  'interactive',
  'hosted_video',
  'no_content',
] as const
export type AwayReason = (typeof AWAY_REASONS)[number]

/** Kept courses open this many days without a connection: access that ended meanwhile must not go on for long (OFF-011). */
export const LONGEST_DAYS = 30
const DAY_MS = 86_400_000

type ModuleContent = {
  itemable_type: string
  text: string | null
  file_size: number | null
  is_hosted: boolean
}

/** Why an item of an outline that is no exam cannot be kept, by its type. */
export const outlineReason = (type: string): AwayReason => (type === 'Assignment' ? 'assignment' : 'interactive')

/** An exam with what decides whether a device may have it. */
export type ExamState = {
  allows_offline: boolean
  has_proctor: boolean
  is_passed: boolean
  attempts_number: number | null
  attempts: number
  has_open_attempt: boolean
  lease_id: string | null
}
/** Why an exam cannot be taken along on a device; null where it can (OFF-003, OFF-016 to OFF-018). */
export const examReason = (exam: ExamState): AwayReason | null => {
  if (exam.lease_id !== null) return 'exam_taken_along'
  if (!exam.allows_offline) return 'exam'
  if (exam.has_proctor) return 'exam_proctor'
  if (exam.is_passed) return 'exam_over'
  if (exam.has_open_attempt) return 'exam_open'
  return exam.attempts_number !== null && exam.attempts >= exam.attempts_number ? 'exam_over' : null
}

/** Why an item of a module cannot be kept; null where it can (OFF-002, OFF-003). */
export const moduleReason = ({ itemable_type: type, file_size, is_hosted }: ModuleContent): AwayReason | null => {
  if (type === 'Text') return null
  if (file_size !== null) return null
  return is_hosted ? 'hosted_video' : 'no_content'
}

/** The moment from which a kept course no longer opens without a connection: the end of access, or 30 days after the last connection. */
export const openUntil = (expiresAt: Date, now: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + LONGEST_DAYS * DAY_MS))
