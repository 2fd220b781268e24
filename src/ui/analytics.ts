import { CONSENT_COOKIE, type Consent, consentOf } from '#kernel/consent.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** What this person allows in this browser (UIX-031). */
export const readConsent = (): Consent => {
  const value = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  return consentOf(value, navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true)
}

/**
 * Hands an event to the analytics of the portal, in the form in which its script reads it, and only with consent to
 * analytics (CRT-021). Where no script is loaded (INT-013) the events stay in the page and leave with it.
 */
export const report = (event: string, data: Readonly<Record<string, unknown>>): void => {
  if (!readConsent().analytics) return
  window.dataLayer ??= []
  // The script tells its commands from other entries by their being an `arguments` object.
  const gtag: (...args: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: see above
    window.dataLayer?.push(arguments)
  }
  gtag('event', event, data)
}
