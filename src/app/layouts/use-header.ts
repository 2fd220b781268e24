import { useCallback, useMemo } from 'react'
import { useCartActions, useCartCount } from '#features/cart/web/public.ts'
import { signOut } from '#features/sessions/web/public.ts'
import { isPageOpen, storefrontOf } from '#kernel/product/portal-pages.ts'
import { displayName } from '#kernel/text.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import type { HeaderProps } from '#ui/public/site/header-parts.tsx'
import { PERSON_LINKS } from './person-links.ts'

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

/** The head of the pages that visitors and learners see, for this portal and this person. */
export const useHeader = (): HeaderProps => {
  const session = useSession()
  const api = useApi()
  const count = useCartCount()
  const cart = useCartActions()
  const { portal, viewer } = session
  // Nothing is offered that leads nowhere, as on a paused portal.
  const { shop, catalog, blog } = storefrontOf(session)
  const personLinks = useMemo(() => PERSON_LINKS.filter(({ href }) => isPageOpen(portal, href)), [portal])
  // The account menu keeps the server's HTML as long as these stay the same.
  const person = useMemo(
    () => viewer && { name: displayName(viewer), email: viewer.email, avatar: viewer.avatar },
    [viewer],
  )
  const onSignOut = useCallback(() => void signOut(api).then(cart.clear), [api, cart])
  const searchHref = catalog ? '/course-catalog' : shop ? '/course' : null
  const suggest = useCallback(
    async (words: string) => {
      const { suggestIn } = await import('#features/catalog/web/suggest.ts')
      return suggestIn(api, searchHref ?? '')(words)
    },
    [api, searchHref],
  )
  return {
    portal: { name: portal.name, logo: portal.setting.logo, secondary_logo: portal.setting.secondary_logo },
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
    search: searchHref === null ? null : { href: searchHref, suggest },
    cart: shop ? { count } : null,
    person,
    personLinks,
    onSignOut,
  }
}
