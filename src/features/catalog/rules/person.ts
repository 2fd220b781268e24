const MACHINES =
  /bot\b|crawl|spider|slurp|preview|lighthouse|headlesschrome|curl|wget|python|java\/|go-http|facebookexternalhit/i

/** Whether a call comes from a person's browser or app: not from what says of itself that it is a machine (REP-004). */
export const isPerson = (userAgent: string): boolean => userAgent !== '' && !MACHINES.test(userAgent)
