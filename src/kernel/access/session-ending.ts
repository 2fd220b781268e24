/** Why somebody is not signed in any more, as far as the sign-in page tells them (AUT-056, AUT-074). */
export const SESSION_ENDINGS = ['session-ended', 'provider-sign-out', 'access-ended'] as const
export type SessionEnding = (typeof SESSION_ENDINGS)[number]

type Words = { title: string; text: string }

export const ENDING_WORDS: Record<SessionEnding, Words> = {
  'session-ended': {
    title: 'You have been logged out due to inactivity or an alternate login.',
    text: 'Sign in again to return to the page you were on.',
  },
  'provider-sign-out': {
    title: 'You signed out at your sign-in provider, so you are signed out here too.',
    text: 'Sign in again to return to the page you were on.',
  },
  'access-ended': {
    title: 'Your access to this portal has ended.',
    text: 'If you think this is a mistake, please contact your administrator.',
  },
}

export const isSessionEnding = (value: unknown): value is SessionEnding =>
  SESSION_ENDINGS.some((ending) => ending === value)

const BY_REASON = new Map<string, SessionEnding>(
  Object.entries({
    'signed out at the provider': 'provider-sign-out',
    left: 'access-ended',
    blocked: 'access-ended',
    'removed from the portal': 'access-ended',
  }),
)

/** What a person reads about why a session ended; null for one that ran out. */
export const endingOf = (reason: string | null | undefined): SessionEnding =>
  BY_REASON.get(reason ?? '') ?? 'session-ended'
