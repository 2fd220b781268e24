/** The lists that stand on the page of the portal's content, in its order, each with the address of its screen (CNT-002, ROU-094). */
export const CONTENT_SCREENS = [
  { list: 'categories', href: '/portals/topics' },
  { list: 'agencies', href: '/portals/agencies' },
  { list: 'organizations', href: '/portals/organizations' },
  { list: 'states', href: '/portals/states' },
  { list: 'training-options', href: '/portals/training-options' },
  { list: 'languages', href: '/portals/languages' },
  { list: 'subtitles', href: '/portals/subtitles' },
  { list: 'tags', href: '/portals/tags' },
] as const
export type ContentList = (typeof CONTENT_SCREENS)[number]['list']
export const CONTENT_LISTS = CONTENT_SCREENS.map(({ list }) => list)

/** The page that leads to every list. */
export const CONTENT_PATH = '/portals/content'
