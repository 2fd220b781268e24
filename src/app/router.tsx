import { createRouter } from '@tanstack/react-router'
import { createApi, type Transport } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import { PageError, PageNotFound } from './error-pages.tsx'
import { lazyQueries } from './queries.ts'
import { routeTree } from './routeTree.gen.ts'

type Dehydrated = { session: PageSession; queries: unknown }

/**
 * One router with its query cache: on the server for one request, in the browser for the life of the tab. What the
 * server's loaders have read travels to the browser with the page.
 */
export const makeRouter = (transport: Transport, session?: PageSession, nonce?: string) => {
  const queryClient = lazyQueries()
  const router = createRouter({
    routeTree,
    context: { api: createApi(transport), queryClient, session: session as PageSession },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    // The page's style rules stand in its head already; they need not travel twice.
    dehydrate: () => ({
      session: { ...(session as PageSession), theme: { ...(session as PageSession).theme, style: '' } },
      queries: queryClient.dehydrate() as never,
    }),
    hydrate: async (carried) => {
      const { session: carriedSession, queries } = carried as unknown as Dehydrated
      await queryClient.hydrate(queries)
      router.update({ ...router.options, context: { ...router.options.context, session: carriedSession } })
    },
    ...(nonce && { ssr: { nonce } }),
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
