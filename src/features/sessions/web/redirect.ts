import { isSafePath } from '../rules/safe-path.ts'

/** The path kept for after the sign-in, once; null when there is none or it would leave the host (AUT-024). */
export const takeRedirect = (): string | null => {
  const cookie = /(?:^|; )redirect=([^;]*)/.exec(document.cookie)?.[1]
  if (!cookie) return null
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
  document.cookie = `redirect=; Max-Age=0; Path=/; SameSite=Lax${secure}`
  const path = decodeURIComponent(cookie)
  return isSafePath(path) ? path : null
}
