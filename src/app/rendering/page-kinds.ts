import { articlePages } from '#features/articles/server/api.ts'
import { bundlePages } from '#features/bundles/server/api.ts'
import { coursePages } from '#features/catalog/server/api.ts'
import { faqPages } from '#features/faq/server/api.ts'
import { blockPages } from '#features/pages/server/api.ts'
import { authorPages, companyPages, externalPages } from '#features/partners/server/api.ts'
import { termPages } from '#features/terms/server/api.ts'
import { type GuardName, PUBLIC_GUARDS, runGuards } from '#kernel/access/guards.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { PageKind } from '#platform/pages/page-kinds.ts'

/** Every kind of public pages of records, for sitemaps and drawn pictures. */
export const PAGE_KINDS: readonly PageKind[] = [
  coursePages,
  bundlePages,
  blockPages,
  articlePages,
  faqPages,
  termPages,
  companyPages,
  externalPages,
  authorPages,
]

const SHOP = ['in-house', 'marketable'] as const
const CATALOG = ['in-house', 'catalog'] as const
const CORE = ['public-page-only-core-portal'] as const

/** Public pages without records, with their own guards in addition to those of all public pages. */
const FIXED_PAGES: Readonly<Record<string, readonly GuardName[]>> = {
  '/': ['core-portal'],
  '/course': SHOP,
  '/course/schedule': SHOP,
  '/bundles': SHOP,
  '/course-catalog': CATALOG,
  '/united-states': CATALOG,
  '/regulating-agency': CATALOG,
  '/ce': CATALOG,
  '/training-courses': CATALOG,
  '/training-providers': CATALOG,
  '/knowledge': ['blog'],
  '/faq': [],
  '/learning-management-system': CORE,
  '/special-plan': CORE,
  '/continuing-education-credits': CORE,
  '/drug-free-workplace': CORE,
  '/certificates/verify': [],
  '/terms': [],
  '/privacy-statement': [],
  '/ada-accessibility': [],
  '/equal-employment-opportunity-and-anti-discrimination-policy': [],
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
