import type { Db } from '#platform/db/db.ts'
import { comparable, isUnreadable } from '../rules/addresses.ts'
import { findRedirect } from './store.ts'

/** Where the portal leads an address for which it has no page, with the query passed on; null if nowhere (SEO-027). */
export const redirectFor = async (db: Db, portalId: number, path: string, query = ''): Promise<string | null> => {
  const plain = comparable(path)
  if (isUnreadable(plain)) return null
  const addresses = [...new Set([comparable(path, query), plain])]
  const redirect = await db.withPortal(portalId, (tx) => findRedirect(tx, portalId, addresses), 'read only')
  if (!redirect) return null
  const { old_address: old, new_address: next } = redirect
  if (old.includes('?') || !query) return next
  const [before = '', fragment] = next.split('#', 2) as [string, string?]
  return `${before}${before.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
