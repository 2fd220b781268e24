import type { AnyRouter } from '@tanstack/react-router'

/** How long a reader has only just come to a page, in milliseconds: what it kept is read again meanwhile. */
const JUST = 3_000

/**
 * Keeps an open page from going on with the header and colors of before a release: the next page of the site is loaded
 * as a document once an answer says that a newer release is live (PGB-057). Returns what looks at the answers.
 */
export const followReleases = (router: AnyRouter) => {
  let isBehind = false
  // Infinity while the next page is coming.
  let cameAt = Number.NEGATIVE_INFINITY
  const follow = () => {
    const isSite = () =>
      router.getMatchedRoutes(router.latestLocation.pathname)[0].some(({ id }: { id: string }) => id === '/_site')
    // The address is already that of the next page.
    if (isBehind && performance.now() - cameAt < JUST && isSite()) location.reload()
  }
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    cameAt = Number.POSITIVE_INFINITY
    follow()
  })
  router.subscribe('onResolved', () => {
    cameAt = Math.min(cameAt, performance.now())
  })
  return ({ headers }: Response) => {
    isBehind ||= Number(headers.get('x-site-release')) > router.options.context.session?.portal.release_number
    follow()
  }
}
