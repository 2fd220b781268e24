import { randomBytes } from 'node:crypto'
import { type AppError, fail } from '#kernel/errors.ts'
import { isSame, sign } from '../secrets.ts'

export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'x-xsrf-token'

/**
 * The double-submit token (AUT-002), bound to the session by HMAC: course content may run on a sibling host that can set
 * cookies, but it cannot make a token that fits somebody's session.
 */
export const makeCsrfToken = (secret: string, session: string | undefined): string => {
  const salt = randomBytes(16).toString('base64url')
  return `${salt}.${sign(secret, 'csrf', `${salt}:${session ?? ''}`)}`
}

/** The refusal of a change without a valid token; it says which header is missing, or that the page is out of date (API-003). */
export const csrfFault = (hasHeader: boolean): AppError =>
  fail('csrf_mismatch', {
    message: hasHeader
      ? 'Nothing was saved, because the X-XSRF-TOKEN header does not belong to this session. Reload the page and try again; a program gets a new token from GET /api/v1/csrf-cookie.'
      : 'Nothing was saved, because the X-XSRF-TOKEN header is missing. A program gets a token from GET /api/v1/csrf-cookie and sends it in that header.',
  })

/** Whether header and cookie carry the same token and it was made for this session (API-003). */
export const isCsrfValid = (
  secret: string,
  session: string | undefined,
  cookie: string | undefined,
  header: string | undefined,
): boolean => {
  if (!cookie || !header || !isSame(cookie, header)) return false
  const [salt, signature] = header.split('.')
  if (!salt || !signature) return false
  return isSame(signature, sign(secret, 'csrf', `${salt}:${session ?? ''}`))
}
