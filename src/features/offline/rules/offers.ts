/** Why an item, or a whole course, is not kept on a device. */
export const AWAY_REASONS = ['exam', 'assignment', 'interactive', 'hosted_video', 'no_content'] as const
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

/** Why an item of an outline cannot be kept, by its type; null for modules, whose items are asked one by one. */
export const outlineReason = (type: string): AwayReason => {
  if (type === 'Exam' || type === 'Survey') return 'exam'
  return type === 'Assignment' ? 'assignment' : 'interactive'
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
