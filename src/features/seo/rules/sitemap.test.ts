import { expect, test } from 'vitest'
import { robotsOf, sitemapIndexOf, sitemapOf } from './sitemap.ts'

const ORIGIN = 'https://acme.example.com'

test('a sitemap lists whole, escaped addresses with the time of their last change (SEO-023)', () => {
  const text = sitemapOf(ORIGIN, [
    { path: '/', changed_at: null },
    { path: "/course/a&b's", changed_at: new Date('2026-01-02T03:04:05Z') },
  ])
  expect(text).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://acme.example.com/</loc></url>
<url><loc>https://acme.example.com/course/a%26b&#39;s</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod></url>
</urlset>
`,
  )
})

test('an index lists the sitemaps of a large portal (SEO-023)', () => {
  const text = sitemapIndexOf(ORIGIN, [{ path: '/sitemap.xml?kind=course&after=9', changed_at: null }])
  expect(text).toContain('<sitemap><loc>https://acme.example.com/sitemap.xml?kind=course&#38;after=9</loc></sitemap>')
})

test('robots.txt names the sitemap and leaves the pages open (SEO-022, SEO-023)', () => {
  const lines = robotsOf(ORIGIN).split('\n')
  expect(lines).toContain('Sitemap: https://acme.example.com/sitemap.xml')
  expect(lines).not.toContain('Disallow: /')
})
