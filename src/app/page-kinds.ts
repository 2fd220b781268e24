import { bundlePages } from '#features/bundles/server/api.ts'
import { coursePages } from '#features/catalogue/server/api.ts'
import { type GuardName, PUBLIC_GUARDS, runGuards } from '#kernel/guards.ts'
import type { PageSession } from '#kernel/session.ts'
import type { PageKind } from '#platform/page-kinds.ts'

/** Every kind of public pages of records, for sitemaps and drawn pictures. */
export const PAGE_KINDS: readonly PageKind[] = [coursePages, bundlePages]

/** Public pages without records, with the guards in front of each beside those of all public pages. */
const FIXED_PAGES: Readonly<Record<string, readonly GuardName[]>> = {
  '/': ['core-portal'],
  '/course': ['in-house', 'marketable'],
  '/bundles': ['in-house', 'marketable'],
  '/course-catalog': ['catalogue'],
  '/certificates/verify': [],
}

/** What a visitor of this portal may open, by the same guards that the pages themselves have. */
export const sitemapPages = (session: PageSession) => {
  const isOpen = (guards: readonly GuardName[], path: string) =>
    runGuards([...PUBLIC_GUARDS, ...guards], session, { path, query: {} }).kind === 'pass'
  return {
    paths: Object.keys(FIXED_PAGES).filter((path) => isOpen(FIXED_PAGES[path] ?? [], path)),
    kinds: PAGE_KINDS.filter(({ guards }) => isOpen(guards, '/-')),
  }
}
