import { isSame, sign } from '#platform/secrets.ts'

const PURPOSE = 'scorm-launch'

/** What one start of a package may touch: nothing beyond this attempt and this package, until it expires (SCO-016). */
export interface LaunchClaims {
  attempt: string
  package: string
  /** The item the learner starts with. */
  entry: string
  expires_at: Date
}

/**
 * A launch token for a path: it carries its claims and their HMAC, and no character that a path would escape. The
 * expiry is kept in whole seconds, rounded down.
 */
export const mintLaunchToken = (secret: string, claims: LaunchClaims): string => {
  const fields = [claims.attempt, claims.package, claims.entry, Math.floor(claims.expires_at.getTime() / 1000)]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${sign(secret, PURPOSE, payload)}`
}

/** The claims of a token that this server signed and that has not expired at `now`, else null. */
export const openLaunchToken = (secret: string, token: string, now: Date): LaunchClaims | null => {
  const [payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSame(signature, sign(secret, PURPOSE, payload))) return null
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, string, string, number]
  const expiresAt = new Date(fields[3] * 1000)
  if (expiresAt <= now) return null
  return { attempt: fields[0], package: fields[1], entry: fields[2], expires_at: expiresAt }
}
