import type { PagePortal, PageSession } from '#kernel/access/session.ts'
import { isPageOpen, storefrontOf } from '#kernel/product/portal-pages.ts'
import type { HeaderProps } from './header-parts.tsx'

/** The ways into the catalog; one object, so that the menu keeps the server's HTML. */
const CATALOG = {
  links: [
    { label: 'By subject', href: '/training-courses' },
    { label: 'By state', href: '/united-states' },
    { label: 'By regulating agency', href: '/regulating-agency' },
    { label: 'Continuing education', href: '/ce' },
    { label: 'Training providers', href: '/training-providers' },
  ],
  all: { label: 'The whole catalog', href: '/course-catalog' },
}

export const lookOf = ({ name, setting }: Pick<PagePortal, 'name' | 'setting'>) => ({
  name,
  logo: setting.logo,
  secondary_logo: setting.secondary_logo,
})

type HeaderLinks = Pick<HeaderProps, 'portal' | 'catalog' | 'layout' | 'action'> & {
  links: NonNullable<HeaderProps['links']>
  /** Where the search of the header leads; null without a catalog and a shop, and where the portal shows none. */
  searchHref: string | null
  hasCart: boolean
}

/** What the portal shows in the header to this person; nothing is offered that leads nowhere, as on a paused portal. */
export const headerOf = (session: PageSession): HeaderLinks => {
  const { portal, viewer } = session
  const { shop, catalog, blog } = storefrontOf(session)
  const site = portal.setting.site_header
  return {
    portal: lookOf(portal),
    layout: site?.layout,
    action: site?.action,
    catalog: catalog ? CATALOG : null,
    links: [
      ...(viewer?.current_role === 'learner' && isPageOpen(portal, '/courses')
        ? [{ label: 'My courses', href: '/courses' }]
        : []),
      ...(shop
        ? [
            { label: 'Courses', href: '/course' },
            { label: 'Bundles', href: '/bundles' },
          ]
        : []),
      ...(blog ? [{ label: 'Knowledge', href: '/knowledge' }] : []),
    ],
    searchHref: site?.has_search === false ? null : catalog ? '/course-catalog' : shop ? '/course' : null,
    hasCart: shop,
  }
}
