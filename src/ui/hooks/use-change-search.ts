import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>
/** Without `resetScroll` the page stays where it is scrolled to. */
type Options = { replace?: boolean; resetScroll?: boolean }

const withoutLastSlash = (path: string) => path.replace(/(.)\/$/, '$1')

/**
 * Changes the search params of the page that is open. Once another page is on its way or has arrived it does nothing, so that what
 * comes late, such as a search after its pause, is never written into the address of another page (UIX-052).
 */
export const useChangeSearch = () => {
  const router = useRouter()
  const path = useRouterState({ select: ({ matches }) => withoutLastSlash(matches.at(-1)?.pathname ?? '') })
  return useCallback(
    async (change: (before: Search) => Search, options: Options = {}): Promise<void> => {
      if (withoutLastSlash(router.latestLocation.pathname) !== path) return
      const navigate = router.navigate as (to: object) => Promise<void>
      await navigate({ to: '.', search: change, resetScroll: false, ...options })
    },
    [router, path],
  )
}
