import { notFound, redirect } from '@tanstack/react-router'
import { type GuardName, type GuardPage, runGuards } from '#kernel/access/guards.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { ApiError } from '#kernel/client.ts'

/** The page that is to open, as a `beforeLoad` gets it. */
export type Opening = {
  context: { session: PageSession }
  location: { pathname: string; search: object; href: string }
}

/** Returns when every guard passes, in this order; throws what the first other one decides: a redirect, 404 or an error. */
export const openPage = (
  names: readonly GuardName[],
  { context, location }: Opening,
  facts: Pick<GuardPage, 'has_home_page' | 'has_company'> = {},
): void => {
  const result = runGuards(names, context.session, {
    path: location.pathname,
    query: location.search as Record<string, unknown>,
    ...facts,
  })
  if (result.kind === 'pass') return
  if (result.kind === 'redirect') {
    const headers = result.remembers ? rememberPath(location.href) : undefined
    throw redirect({ href: result.to, statusCode: 302, ...(headers && { headers }) })
  }
  if (result.status === 404) throw notFound()
  throw new ApiError(result.status, { code: result.code, message: result.text })
}

/** Keeps the path for after the sign-in (ROU-101): the server sends the cookie with the redirect, the browser sets it. */
const rememberPath = (path: string): HeadersInit | undefined => {
  const cookie = `redirect=${encodeURIComponent(path)}; Max-Age=86400; Path=/; SameSite=Lax`
  if (typeof document === 'undefined') return { 'set-cookie': cookie }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
  document.cookie = location.protocol === 'https:' ? `${cookie}; Secure` : cookie
  return undefined
}
