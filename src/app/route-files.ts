import { type AnyRoute, type AnyRouter, createRoute } from '@tanstack/react-router'
import { passOn } from '#ui/page/chunk-reload.ts'

type LoadFile = () => Promise<{ Route: AnyRoute }>
/** A path, or the name of a layout without one; what stands there, or the file that says it; the routes below. */
export type RouteRow = readonly [name: string, route: AnyRoute | LoadFile, children?: readonly RouteRow[]]

/** A tree whose routes know their addresses, and learn everything else from their files (`withRouteFiles`). */
export const routesOf = (parent: AnyRoute, rows: readonly RouteRow[]): AnyRoute =>
  parent.addChildren(
    rows.map(([name, source, children = []]) => {
      const at = { ...(name.startsWith('/') ? { path: name } : { id: `/_${name}` }), getParentRoute: () => parent }
      if (typeof source !== 'function') return routesOf(source.update(at as never), children)
      const route: AnyRoute = createRoute(at as never)
      route.lazy(async () => {
        const { Route } = await source().catch(passOn)
        // A screen asks the route of its own file for data and parameters, by the id that its place here gives it.
        Route.update(at as never).init(0)
        return Route as never
      })
      return routesOf(route, children)
    }),
  )

/** Resolves when the files of the address's routes have been asked for and are there or have failed; null when they are. */
const filesOf = (router: AnyRouter, pathname: string): Promise<unknown> | null => {
  const coming = router.getMatchedRoutes(pathname)[0].map((route) => router.loadRouteChunk(route, false))
  return coming.some(Boolean) ? Promise.allSettled(coming) : null
}

/** For the page that the server has rendered, which the router takes over without going there. */
export const routeFilesHere = (router: AnyRouter): Promise<unknown> | null =>
  filesOf(router, router.latestLocation.pathname)

/**
 * Lets the router open or preload a page only after the files of its routes are loaded; from then on the routes behave
 * as if they had always been there. If a file cannot be loaded, the router asks for it again and shows the error in its
 * place.
 */
export const withRouteFiles = <R extends AnyRouter>(router: R): R => {
  const { load, preloadRoute } = router
  let latest: unknown
  router.load = async (options) => {
    router.updateLatestLocation()
    const files = routeFilesHere(router)
    latest = files
    if (files) await files
    // Meanwhile somebody may have gone elsewhere.
    if (files === latest) await load(options)
  }
  router.preloadRoute = async (options) => {
    await filesOf(router, router.buildLocation(options as never).pathname)
    return preloadRoute(options as never)
  }
  return router
}
