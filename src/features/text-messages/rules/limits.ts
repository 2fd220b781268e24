/** Requests for a link within an hour, for one badge number and from one network (TXT-019). */
export const REQUESTS_AN_HOUR = { badge: 3, network: 20 } as const
/** Tries at one code (TXT-010). */
export const MOST_WRONG_CODES = 5
