import { useCallback, useMemo } from 'react'
import { useCartActions, useCartCount } from '#features/cart/web/public.ts'
import { signOut } from '#features/sessions/web/public.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { displayName } from '#kernel/text.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import type { HeaderProps } from '#ui/public/site/header-parts.tsx'
import { headerOf } from '#ui/public/site/site-frame.ts'
import { PERSON_LINKS } from './person-links.ts'

/** The head of the pages that visitors and learners see, for this portal and this person. */
export const useHeader = (): HeaderProps => {
  const session = useSession()
  const api = useApi()
  const count = useCartCount()
  const cart = useCartActions()
  const { portal, viewer } = session
  const { searchHref, hasCart, ...shown } = headerOf(session)
  const personLinks = useMemo(() => PERSON_LINKS.filter(({ href }) => isPageOpen(portal, href)), [portal])
  // The account menu keeps the server's HTML as long as these stay the same.
  const person = useMemo(
    () => viewer && { name: displayName(viewer), email: viewer.email, avatar: viewer.avatar },
    [viewer],
  )
  const onSignOut = useCallback(() => void signOut(api).then(cart.clear), [api, cart])
  const suggest = useCallback(
    async (words: string) => {
      const { suggestIn } = await import('#features/catalog/web/suggest.ts')
      return suggestIn(api, searchHref ?? '')(words)
    },
    [api, searchHref],
  )
  return {
    ...shown,
    search: searchHref === null ? null : { href: searchHref, suggest },
    cart: hasCart ? { count } : null,
    person,
    personLinks,
    onSignOut,
  }
}
