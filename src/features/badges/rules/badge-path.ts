/** The page that a badge leads to; apart from what reads addresses, since the sign-in page loads it. */
export const BADGE_PATH = '/badge'
