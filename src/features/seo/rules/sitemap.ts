/** The most addresses that one sitemap may hold (sitemaps.org). */
export const MOST_ADDRESSES = 50_000

export type SitemapEntry = { path: string; changed_at: Date | null }

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A path in the form of an address: every part percent-encoded, slashes kept. */
const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const elements = (name: 'url' | 'sitemap', origin: string, entries: readonly SitemapEntry[], encode = encodePath) =>
  entries
    .map(({ path, changed_at: changedAt }) => {
      const location = escapeXml(origin + (path === '/' ? '/' : encode(path)))
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
      return `<${name}><loc>${location}</loc>${changed}</${name}>\n`
    })
    .join('')

/** A sitemap of pages (sitemaps.org 0.9); at most 50,000 entries. */
export const sitemapOf = (origin: string, entries: readonly SitemapEntry[]): string =>
  `${HEAD}<urlset xmlns="${NAMESPACE}">\n${elements('url', origin, entries)}</urlset>\n`

/** An index of sitemaps. */
export const sitemapIndexOf = (origin: string, sitemaps: readonly SitemapEntry[]): string =>
  `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${elements('sitemap', origin, sitemaps, (path) => path)}</sitemapindex>\n`

/**
 * What crawlers may read. Pages that must not be listed stay open to them, because only a crawler that reads a page
 * learns that it is marked noindex (SEO-022); pictures and public data are part of pages.
 */
export const robotsOf = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /api/v1/media/',
    'Allow: /api/v1/main/',
    'Disallow: /api/',
    'Disallow: /checkout/',
    'Disallow: /dev/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
