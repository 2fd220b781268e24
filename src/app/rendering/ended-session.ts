import type { FastifyRequest } from 'fastify'
import type { SessionEnding } from '#kernel/access/session-ending.ts'
import { COOKIES, sessionCookieName } from '#platform/http/context.ts'
import { CSRF_COOKIE } from '#platform/http/csrf.ts'

const KEPT_SECONDS = 86_400
/** Pages one opens to get in again; none of them is what one was at. */
const WAYS_IN = [
  ...['/login', '/badge', '/forgot-password', '/reset-password', '/verify-email'],
  ...['/lite/sign-in', '/lite/badge', '/lite/badge/start', '/lite/second-step', '/lite/switch'],
]
/**
 * Where people go who are not signed in any more: to the sign-in page, or to the visitors' version (ROU-049, ROU-104).
 */
const LEADS_VISITORS = 302

type Answer = { status: number; headers: Record<string, string>; cookies: string[] }

/**
 * What the browser of an ended session gets with the first page it opens (AUT-056): the session's cookies go, the page is
 * kept for after the next sign-in, and where a visitor would be led elsewhere the sign-in page says why.
 */
export const tellEndedSession = <A extends Answer>(request: FastifyRequest, answer: A, ended: SessionEnding): A => {
  const path = request.url.split('?', 1)[0] ?? '/'
  const isSecure = request.protocol === 'https'
  const attributes = `Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const gone = [sessionCookieName(isSecure), COOKIES.auth, COOKIES.role, COOKIES.portal, CSRF_COOKIE].map(
    (name) => `${name}=; Max-Age=0; ${attributes}`,
  )
  if (WAYS_IN.includes(path)) return { ...answer, cookies: [...answer.cookies, ...gone] }
  const redirect = `${COOKIES.redirect}=${encodeURIComponent(request.url)}; Max-Age=${KEPT_SECONDS}; ${attributes}`
  const others = answer.cookies.filter((cookie) => !cookie.startsWith(`${COOKIES.redirect}=`))
  const isLed = answer.status === LEADS_VISITORS && answer.headers.location !== '/coming-soon'
  return {
    ...answer,
    headers: isLed ? { ...answer.headers, location: `/login?reason=${ended}` } : answer.headers,
    cookies: [...others, redirect, ...gone],
  }
}
