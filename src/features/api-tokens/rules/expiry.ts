/** The last moment a token made now may be valid: the same day a year ahead (USR-042). */
export const lastExpiry = (now: Date): Date => {
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + 1)
  return last
}

/** How many days before the end of a token its notices go out, the earlier one first (INT-042). */
export const NOTICE_DAYS = [14, 3] as const
const DAY_MS = 86_400_000

/**
 * Which notice of a token's end is due: the latest one whose time has come. A token that was made for a shorter time has only
 * those that lie within it; its maker knows the rest.
 */
export const noticeDue = ({ created_at, expires_at }: { created_at: Date; expires_at: Date }, now: Date) => {
  if (expires_at <= now) return null
  const passed = NOTICE_DAYS.filter((days) => {
    const at = new Date(expires_at.getTime() - days * DAY_MS)
    return at <= now && at > created_at
  })
  return passed.at(-1) ?? null
}

/** Why a token cannot end then, in words, or null. */
export const checkExpiry = (expiresAt: Date, now: Date): string | null => {
  if (expiresAt <= now) return 'Please choose a day that is still to come.'
  return expiresAt > lastExpiry(now) ? 'Please choose a day within one year.' : null
}
