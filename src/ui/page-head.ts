import type { PagePortal } from '#kernel/session.ts'

type PageWords = {
  title: string
  /** Taken as it is in place of title and portal name (SEO-016). */
  meta_title?: string | null
  description?: string | null
  /** Path of the page without query; a page without one has no canonical address, and search engines leave it out. */
  path?: string
}

/** Title, description and canonical address of a page; imports nothing of the interface, because every page loads it. */
export const pageHead = (portal: PagePortal, { title, meta_title, description, path }: PageWords) => ({
  meta: [
    { title: meta_title || `${title} – ${portal.name}` },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(path === undefined ? [{ name: 'robots', content: 'noindex' }] : []),
  ],
  links: path === undefined ? [] : [{ rel: 'canonical', href: portal.origin + (path === '/' ? '' : path) }],
})
