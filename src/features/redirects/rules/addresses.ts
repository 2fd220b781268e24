/** At most this many characters of an address, old or new. */
export const LONGEST_ADDRESS = 1000
/** At most this many redirects of a portal, and lines of one call (SEO-028, SEO-029). */
export const MOST_REDIRECTS = 10_000
export const MOST_LINES = 1000

/** An address, or why it cannot be taken. */
export type Read = { address: string; problem?: undefined } | { address?: undefined; problem: string }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How a path and its query are compared: what browsers, servers and people write differently is the same (SEO-027). */
export const comparable = (path: string, query = ''): string => {
  const plain = decoded(path).normalize('NFC').toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '')
  const params = new URLSearchParams(query)
  params.sort()
  return (plain || '/') + (params.size > 0 ? `?${params}` : '')
}

/** Whether an address holds what no page's address does, and no table takes. */
export const isUnreadable = (address: string): boolean => /\p{Cc}/u.test(address)

/** What calls and scripts have: no pages stood there, and none are looked for. */
const TAKEN = /^\/(?:api|assets|media|files|p)(?:\/|$)/

const urlOf = (text: string): URL | null => {
  const whole = /^https?:\/\//i.test(text) ? text : `http://old.invalid/${text.replace(/^\/+/, '')}`
  return URL.canParse(whole) ? new URL(whole) : null
}

/** The old address in a person's words, as it is compared; of a full address only the path and the query count. */
export const readOld = (text: string): Read => {
  const url = urlOf(text.trim())
  const address = url && comparable(url.pathname, url.search)
  if (!text.trim() || !address || isUnreadable(address))
    return { problem: 'Please enter an address such as /old-page.' }
  if (address === '/') return { problem: 'The home page cannot be redirected.' }
  if (TAKEN.test(address)) return { problem: 'This address belongs to the platform. Please choose another one.' }
  return { address }
}

/** Where a redirect leads: a path of the portal, also for a full address under one of its own hosts, or another website. */
export const readNew = (text: string, ownHosts: readonly string[]): Read => {
  const entered = text.trim()
  const isFull = /^https?:\/\//i.test(entered)
  const isPath = /^\/(?![/\\])/.test(entered)
  const url = isFull || isPath ? urlOf(entered) : null
  if (!url || url.username || url.password)
    return { problem: 'Please start with / for a page of this portal, or with https:// for another website.' }
  const isOwn = isPath || ownHosts.includes(url.hostname)
  return { address: isOwn ? url.pathname + url.search + url.hash : url.href }
}

/** The own path that an address leads to, as it is compared; null for another website. */
const pathOf = (address: string): [withQuery: string, plain: string] | null => {
  if (!address.startsWith('/')) return null
  const { pathname, search } = new URL(address, 'http://own.invalid')
  return [comparable(pathname, search), comparable(pathname)]
}

/** Whether who follows a redirect comes back to it, at once or over others; `redirects` holds new addresses by old ones. */
export const leadsBack = (old: string, redirects: ReadonlyMap<string, string>): boolean => {
  const seen = new Set<string>()
  for (let at: string | undefined = old; at !== undefined; ) {
    if (seen.has(at)) return true
    seen.add(at)
    const next = pathOf(redirects.get(at) ?? '')
    at = next?.find((address) => redirects.has(address))
  }
  return false
}

export type Line = { number: number; old: string; next: string }

/** The lines of a text that hold something, each split where a tab, comma, semicolon or space stands first (SEO-029). */
export const readLines = (text: string): Line[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const [, old = '', next = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line.trim()) ?? []
    return old ? [{ number: index + 1, old, next: next.trim() }] : []
  })
