import type { PagePortal } from '#kernel/access/session.ts'
import { isFindable } from '#kernel/product/portal-visibility.ts'
import { SHARE_PICTURE, sharePath } from '#kernel/product/share-picture.ts'
import { type PageData, structuredData } from './structured-data.ts'

export type PageWords = {
  title: string
  /** Taken as it is in place of title and portal name (SEO-016). */
  meta_title?: string | null
  description?: string | null
  /** Path of the page without query; a page without one has no canonical address, and search engines leave it out. */
  path?: string
  /** The query of a list: its page stays in the canonical address when nothing else is asked for (SEO-008). */
  query?: Readonly<Record<string, unknown>>
  /** A comma-separated list (SEO-012, SEO-013). */
  keywords?: string | null
  /** The record's own pictures in the order in which they are taken (SEO-011). */
  pictures?: readonly (string | null | undefined)[]
  /** The record for which a picture is drawn when there is none. */
  record?: { kind: string; id: number }
  /** What the structured data of the page are made of (SEO-015). */
  data?: PageData
}

/** One tag of the head as the router takes it. */
type MetaTag = { title?: string; name?: string; property?: string; content?: string; 'script:ld+json'?: object }
type Head = { meta: MetaTag[]; links: { rel: string; href: string; hrefLang?: string }[] }

/** What lists make their cursors of (kernel/paging.ts); anything else starts from the first page, whose address is its own. */
const CURSOR = /^WzEs[\w-]+$/

/** The path with the page of a list, if the query contains only that. */
const canonicalPath = (path: string, query: PageWords['query']): string => {
  const params = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const [only, ...others] = params
  const isPage = only?.[0] === 'cursor' && others.length === 0 && CURSOR.test(String(only[1]))
  return isPage ? `${path}?${new URLSearchParams([[only[0], String(only[1])]])}` : path === '/' ? '' : path
}

const TYPES: Partial<Record<PageData['kind'], string>> = { blog: 'article', bundle: 'product' }

/** The first picture of the record, else the portal's, else the one that we draw (SEO-006, SEO-011); whole addresses. */
const pictureOf = (portal: PagePortal, { title, pictures = [], record }: PageWords) => {
  const own = [...pictures, portal.setting.social_logo].find(Boolean)
  if (own) return { url: own.startsWith('/') ? portal.origin + own : own, size: null }
  const { kind, id } = record ?? { kind: 'portal', id: portal.id }
  const words = {
    title: record ? title : portal.name,
    portal_name: portal.name,
    primary_color: portal.setting.primary_color,
  }
  return { url: portal.origin + sharePath(kind, id, words), size: SHARE_PICTURE }
}

/**
 * What those read who fetch the page's HTML and run no script: social networks and search engines (SEO-010, SEO-015). On
 * the way from page to page in a browser nobody reads them, so that only the server makes them.
 */
const shareTags = (portal: PagePortal, words: PageWords, canonical: string): MetaTag[] => {
  if (!import.meta.env.SSR) return []
  const { title, meta_title, description, data } = words
  const { url, size } = pictureOf(portal, words)
  const social = {
    'og:site_name': portal.name,
    'og:title': meta_title || title,
    ...(description && { 'og:description': description }),
    'og:url': canonical,
    'og:type': (data && TYPES[data.kind]) ?? 'website',
    'og:image': url,
    ...(size && { 'og:image:width': String(size.width), 'og:image:height': String(size.height) }),
  }
  const structured = data ? structuredData({ portal, url: canonical, picture: url }, data) : []
  return [
    ...Object.entries(social).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...structured.map((each) => ({ 'script:ld+json': each })),
  ]
}

/**
 * Title, description, canonical address, social tags and structured data of a page (SEO-007 to SEO-016). It imports
 * nothing of the interface, because every page loads it. Search engines leave out a page that has not called this with
 * a path.
 */
export const pageHead = (portal: PagePortal, words: PageWords): Head => {
  const { title, meta_title, description, path, keywords } = words
  const fullTitle = meta_title || `${title} – ${portal.name}`
  const named = [
    { title: fullTitle },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
  ]
  if (path === undefined) return { meta: named, links: [] }
  const canonical = portal.origin + canonicalPath(path, words.query)
  return {
    meta: [
      ...named,
      ...shareTags(portal, words, canonical),
      ...(isFindable(portal) ? [{ name: 'robots', content: 'index, follow, max-image-preview:large' }] : []),
    ],
    links: [
      { rel: 'canonical', href: canonical },
      ...['en', 'x-default'].map((hrefLang) => ({ rel: 'alternate', hrefLang, href: canonical })),
    ],
  }
}
