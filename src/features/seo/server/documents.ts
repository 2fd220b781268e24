import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { countPages, listPages, type PageKind, partsOf } from '#platform/pages/page-kinds.ts'
import { MOST_ADDRESSES, type SitemapEntry, sitemapIndexOf, sitemapOf } from '../rules/sitemap.ts'

/** What a sitemap is made of: the portal's pages without records, and the kinds of pages with them. */
export type SitemapPages = { paths: readonly string[]; kinds: readonly PageKind[] }

/** Which part of a large sitemap is asked for; `after` is the id after which it begins. */
export type SitemapPart = { kind: string; after: number }

const partPath = ({ name }: PageKind, after: number) => `/sitemap.xml?kind=${name}&after=${after}`

/**
 * The sitemap of a portal (SEO-023): one list up to 50,000 addresses, an index of such lists beyond. Null for a part that
 * does not exist. `most` is the largest number of addresses in one list.
 */
export const sitemapText = async (
  tx: Tx,
  portal: Pick<PortalContext, 'id' | 'origin'>,
  { paths, kinds }: SitemapPages,
  part: SitemapPart | null,
  most = MOST_ADDRESSES,
): Promise<string | null> => {
  const { id, origin } = portal
  const fixed: SitemapEntry[] = paths.map((path) => ({ path, changed_at: null }))
  if (part?.kind === 'pages') return sitemapOf(origin, fixed)
  if (part) {
    const kind = kinds.find(({ name }) => name === part.kind)
    const pages = kind ? await listPages(tx, kind, id, { after: part.after, limit: most }) : []
    return pages.length > 0 ? sitemapOf(origin, pages) : null
  }
  const counts: number[] = []
  for (const kind of kinds) counts.push(await countPages(tx, kind, id))
  if (counts.reduce((sum, count) => sum + count, fixed.length) <= most) {
    const entries = [...fixed]
    for (const kind of kinds) entries.push(...(await listPages(tx, kind, id, { after: 0, limit: most })))
    return sitemapOf(origin, entries)
  }
  const sitemaps: SitemapEntry[] = [{ path: '/sitemap.xml?kind=pages', changed_at: null }]
  for (const kind of kinds) {
    for (const { after, changed_at } of await partsOf(tx, kind, id, most))
      sitemaps.push({ path: partPath(kind, after), changed_at })
  }
  return sitemapIndexOf(origin, sitemaps)
}
