import { isSafePath } from '#kernel/access/safe-path.ts'

const keep = (value: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers we serve
  document.cookie = `redirect=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}

/** Keeps this page for after the sign-in. */
export const keepThisPage = (): void => keep(encodeURIComponent(location.pathname + location.search), 86_400)

/** The path kept for after the sign-in; it stays. */
export const keptPath = (): string | null => {
  const cookie = /(?:^|; )redirect=([^;]*)/.exec(document.cookie)?.[1]
  if (!cookie) return null
  const path = decodeURIComponent(cookie)
  return isSafePath(path) ? path : null
}

/** The path kept for after the sign-in, once; null when there is none or it would leave the host (AUT-024). */
export const takeRedirect = (): string | null => {
  const path = keptPath()
  keep('', 0)
  return path
}
