import { isSame, sign } from '#platform/secrets.ts'

const PURPOSE = 'scorm-launch'

/** `learn` keeps what the content says; `review` and `preview` show it, `rehearsal` tries it, and they keep nothing. */
export type LaunchMode = 'learn' | 'review' | 'preview' | 'rehearsal'

/** What one start of a package may touch: nothing beyond this attempt and this package, until it expires (SCO-016). */
export interface LaunchClaims {
  portal_id: number
  mode: LaunchMode
  /** The attempt; for a preview the person who previews, for a rehearsal its id. */
  subject: number
  /** Whose launch it is, and how often their ways in had been closed before (SCO-037). */
  user_id: number
  epoch: number
  /** Which start of the attempt it is, and which run of a rehearsal; 0 where nothing is kept. */
  launch: number
  /** The uuid of the package. */
  package: string
  /** The item the learner starts with. */
  entry: string
  /** The origin of the page that may embed the player. */
  embedder: string
  expires_at: Date
}

/**
 * A launch token for a path: it carries its claims and their HMAC, and no character that a path would escape. The
 * expiry is kept in whole seconds, rounded down.
 */
export const mintLaunchToken = (secret: string, claims: LaunchClaims): string => {
  const { expires_at: expiresAt, ...rest } = claims
  const payload = Buffer.from(JSON.stringify([rest, Math.floor(expiresAt.getTime() / 1000)])).toString('base64url')
  return `${payload}.${sign(secret, PURPOSE, payload)}`
}

/** The claims of a token that this server signed and that has not expired at `now`, else null. */
export const openLaunchToken = (secret: string, token: string, now: Date): LaunchClaims | null => {
  const [payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSame(signature, sign(secret, PURPOSE, payload))) return null
  const [claims, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    Omit<LaunchClaims, 'expires_at'>,
    number,
  ]
  const expiresAt = new Date(expires * 1000)
  return expiresAt > now ? { ...claims, expires_at: expiresAt } : null
}
