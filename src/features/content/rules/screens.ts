/** What the lists on the page of the portal's content are for, in its order. */
export const CONTENT_GROUPS = ['Catalog', 'Site', 'Articles', 'Sales'] as const
export type ContentGroup = (typeof CONTENT_GROUPS)[number]

/** The lists that stand there, each with the address of its screen (CNT-002, ROU-094). */
export const CONTENT_SCREENS = [
  { list: 'categories', href: '/portals/topics', group: 'Catalog' },
  { list: 'agencies', href: '/portals/agencies', group: 'Catalog' },
  { list: 'organizations', href: '/portals/organizations', group: 'Catalog' },
  { list: 'states', href: '/portals/states', group: 'Catalog' },
  { list: 'training-options', href: '/portals/training-options', group: 'Catalog' },
  { list: 'languages', href: '/portals/languages', group: 'Catalog' },
  { list: 'subtitles', href: '/portals/subtitles', group: 'Catalog' },
  { list: 'tags', href: '/portals/tags', group: 'Catalog' },
  { list: 'faq', href: '/portals/faq', group: 'Site' },
  { list: 'question-categories', href: '/portals/question-categories', group: 'Site' },
  { list: 'features', href: '/portals/features', group: 'Site' },
  { list: 'widgets', href: '/portals/widgets', group: 'Site' },
  { list: 'promo-buttons', href: '/portals/promo-buttons', group: 'Site' },
  { list: 'articles', href: '/admin/articles', group: 'Articles' },
  { list: 'article-categories', href: '/portals/article-categories', group: 'Articles' },
  { list: 'authors', href: '/portals/authors', group: 'Articles' },
  { list: 'bundles', href: '/portals/bundles', group: 'Sales' },
  { list: 'schedules', href: '/portals/schedules', group: 'Sales' },
  { list: 'shippable-products', href: '/portals/shippable-products', group: 'Sales' },
  { list: 'reviews', href: '/portals/reviews', group: 'Sales' },
] as const
export type ContentList = (typeof CONTENT_SCREENS)[number]['list']
export const CONTENT_LISTS = CONTENT_SCREENS.map(({ list }) => list)

/** The page that leads to every list. */
export const CONTENT_PATH = '/portals/content'
