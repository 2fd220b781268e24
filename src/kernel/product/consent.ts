/** The cookie that keeps what a person allows, and for how long (UIX-031). */
export const CONSENT_COOKIE = 'cookie_consent'
export const CONSENT_DAYS = 365
/** What can be switched off; necessary and performance cookies are always on (UIX-030). */
export const CONSENT_CATEGORIES = ['analytics', 'advertisement', 'other'] as const
export type ConsentCategory = (typeof CONSENT_CATEGORIES)[number]
export type Consent = Readonly<Record<ConsentCategory, boolean>>

type Circumstances = {
  /** A Do-Not-Track or Global Privacy Control signal. */
  hasSignal: boolean
  /** Whether the portal leaves everything off until somebody switches it on. */
  isOptIn: boolean
}

/**
 * What is allowed: everything by default, or nothing on a portal that asks first, what the cookie names once there is one,
 * and nothing under a Do-Not-Track or Global Privacy Control signal (UIX-030, UIX-031). The cookie holds the allowed
 * categories, joined by dots.
 */
export const consentOf = (cookie: string | undefined, { hasSignal, isOptIn }: Circumstances): Consent => {
  const categories = cookie === undefined ? (isOptIn ? [] : CONSENT_CATEGORIES) : cookie.split('.')
  const isOn = (category: ConsentCategory) => !hasSignal && (categories as readonly string[]).includes(category)
  return { analytics: isOn('analytics'), advertisement: isOn('advertisement'), other: isOn('other') }
}

/** The cookie's value for a choice. */
export const consentValue = (consent: Consent): string =>
  ['necessary', 'performance', ...CONSENT_CATEGORIES.filter((category) => consent[category])].join('.')
