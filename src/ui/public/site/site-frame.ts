import type { PagePortal, PageSession } from '#kernel/access/session.ts'
import { yearIn } from '#kernel/format/year.ts'
import { isPageOpen, storefrontOf } from '#kernel/product/portal-pages.ts'
import type { FooterProps } from './footer.tsx'
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

/** Files of the core portal (UIX-017). */
const FOOTER_FILES = {
  tax_form: '/api/v1/main/documents/w-9.pdf',
  scorm_agreement: '/api/v1/main/documents/scorm-agreement.pdf',
}

export const lookOf = ({ name, setting }: Pick<PagePortal, 'name' | 'setting'>) => ({
  name,
  logo: setting.logo,
  secondary_logo: setting.secondary_logo,
})

type HeaderLinks = Pick<HeaderProps, 'portal' | 'catalog'> & {
  links: NonNullable<HeaderProps['links']>
  /** Where the search of the header leads; null without a catalog and a shop. */
  searchHref: string | null
  hasCart: boolean
}

/** What the portal shows in the header to this person; nothing is offered that leads nowhere, as on a paused portal. */
export const headerOf = (session: PageSession): HeaderLinks => {
  const { portal, viewer } = session
  const { shop, catalog, blog } = storefrontOf(session)
  return {
    portal: lookOf(portal),
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
    searchHref: catalog ? '/course-catalog' : shop ? '/course' : null,
    hasCart: shop,
  }
}

/** The footer of the portal's pages. */
export const footerOf = (portal: PagePortal): FooterProps => ({
  portal: lookOf(portal),
  navigation: portal.navigations.filter(({ slug }) => isPageOpen(portal, `/${slug}`)),
  isOpen: (path: string) => isPageOpen(portal, path),
  contacts: portal.company,
  ...FOOTER_FILES,
  year: yearIn(new Date(), portal.setting.time_zone),
})
