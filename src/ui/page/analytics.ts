import { CONSENT_COOKIE, CONSENT_DAYS, type Consent, consentOf, consentValue } from '#kernel/product/consent.ts'
import type { ThirdParty } from '#kernel/product/third-parties.ts'
import { OPT_IN_ATTRIBUTE } from './opt-in.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

const storedChoice = (): string | undefined =>
  new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]

/** Whether this person has chosen before. */
export const hasChosen = (): boolean => storedChoice() !== undefined

/** Whether this browser asks every site not to follow its person (UIX-031). */
export const hasPrivacySignal = (): boolean => navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true

/** What this person allows in this browser (UIX-031). */
export const readConsent = (): Consent =>
  consentOf(storedChoice(), {
    hasSignal: hasPrivacySignal(),
    isOptIn: document.documentElement.hasAttribute(OPT_IN_ATTRIBUTE),
  })

/** Keeps a choice for 365 days (UIX-031). */
export const keepConsent = (consent: Consent): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser
  document.cookie = `${CONSENT_COOKIE}=${consentValue(consent)}; Path=/; Max-Age=${CONSENT_DAYS * 86_400}; SameSite=Lax${secure}`
}

/** Cookies of ours that scripts can read; all others come from scripts of others. */
const OWN_COOKIES: readonly string[] = [
  CONSENT_COOKIE,
  'XSRF-TOKEN',
  'auth',
  'current_role',
  'portal',
  'redirect',
  'locale',
]

/**
 * Tells scripts that run already to send nothing more and to leave nothing: analytics writes its cookies again when the
 * page is left, unless it finds this.
 */
export const silence = (parties: readonly ThirdParty[]): void => {
  for (const { id } of parties) if (id) Object.assign(window, { [`ga-disable-${id}`]: true })
}

/**
 * Removes what third-party scripts have left here: every cookie, also on parent domains, and storage entries whose
 * names start with an underscore, as theirs do by convention. None of ours does, and unsent work that waits here must
 * not be lost.
 */
export const forgetForeign = (): void => {
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, at) => `; Domain=${parts.slice(at).join('.')}`)]
  for (const each of document.cookie.split('; ')) {
    const name = each.split('=', 1)[0] ?? ''
    if (!name || OWN_COOKIES.includes(name)) continue
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
  }
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith('_')) storage.removeItem(key)
  } catch {
    // Where nothing can be kept nothing was left.
  }
}

/** Where a page that begins over reads that something was switched off, and where the other pages of this browser hear of it. */
const SWITCHED_OFF = 'consent-switched-off'

/** The page begins over without what runs in it; a script that runs cannot be stopped. */
export const restart = (): void => {
  try {
    sessionStorage.setItem(SWITCHED_OFF, '1')
  } catch {
    // The scripts of others cannot keep anything there either.
  }
  location.reload()
}

/** Removes what the scripts of the page before have left while it was closed. */
export const forgetAfterRestart = (): void => {
  try {
    if (sessionStorage.getItem(SWITCHED_OFF) === null) return
    sessionStorage.removeItem(SWITCHED_OFF)
    forgetForeign()
  } catch {
    // See above.
  }
}

/** Tells the other pages of this browser that somebody has chosen. */
export const tellOthers = (): void => {
  try {
    localStorage.setItem(SWITCHED_OFF, String(Date.now()))
  } catch {
    // They notice when they are opened again.
  }
}

/** Hears of a choice that was made in another page, and of those that were made while this one slept. */
export const onChoice = (follow: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SWITCHED_OFF) follow()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', follow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', follow)
  }
}

/** Speaks to the analytics script in the form in which it reads its commands: as `arguments` objects. */
function gtag(..._command: unknown[]) {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments)
}

/** Loads scripts of others, each once; the policy of the page lets in those that are allowed and no others. */
export const loadThirdParties = (parties: readonly ThirdParty[]): void => {
  for (const { name, src, id } of parties) {
    if (document.querySelector(`script[data-third-party="${name}"]`)) continue
    if (name === 'analytics') {
      gtag('js', new Date())
      gtag('config', id)
    }
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.dataset.thirdParty = name
    document.head.append(script)
  }
}

/**
 * Hands an event to the analytics of the portal, and only with consent to analytics (CRT-021). Where no script is loaded
 * (INT-013) the events stay in the page and leave with it.
 */
export const report = (event: string, data: Readonly<Record<string, unknown>>): void => {
  if (readConsent().analytics) gtag('event', event, data)
}
