/** The last moment a token made now may be valid: the same day a year ahead (USR-042). */
export const lastExpiry = (now: Date): Date => {
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + 1)
  return last
}

/** Why a token cannot end then, in words, or null. */
export const checkExpiry = (expiresAt: Date, now: Date): string | null => {
  if (expiresAt <= now) return 'Please choose a day that is still to come.'
  return expiresAt > lastExpiry(now) ? 'Please choose a day within one year.' : null
}
