import { createRouter, createSerializationAdapter, type ErrorComponentProps } from '@tanstack/react-router'
import type { PageSession } from '#kernel/access/session.ts'
import { ApiError, createApi, type Transport } from '#kernel/client.ts'
import { later } from '#ui/page/later.tsx'
import { transitionTypes } from '#ui/page/page-transitions.ts'
import { lazyQueries } from './queries.ts'
import { withRouteFiles } from './route-files.ts'
import { routeTree } from './route-tree.ts'

// A query is texts: "2026" and "true" are words that somebody searched for, and stay as they were typed.
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const params = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(params.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

// Nothing of a page waits for these, but they are there before one fails for want of a network.
const ErrorPart = later(() => import('./error-pages-part.tsx').then((file) => file.PageError))
const NotFoundPart = later(() => import('./error-pages-part.tsx').then((file) => file.PageNotFound))
const PageError = (props: ErrorComponentProps) => <ErrorPart {...props} />
const PageNotFound = () => <NotFoundPart />

// An error that a page failed with on the server keeps its status in the browser.
const apiErrors = createSerializationAdapter({
  key: 'ApiError',
  test: (value) => value instanceof ApiError,
  toSerializable: ({ status, message, code, errors }) => ({ status, message, code, errors }),
  fromSerializable: ({ status, ...body }) => new ApiError(status, body),
})

/** Plain data that travels from the server's loaders to the browser, each as one text: looking into it takes longer. */
const carriedData = new WeakSet<object>()
const carried = <T,>(data: T): T => {
  if (typeof data === 'object' && data !== null) carriedData.add(data)
  return data
}
const plainData = createSerializationAdapter({
  key: 'data',
  test: (value): value is object => carriedData.has(value as object),
  toSerializable: (value: object) => JSON.stringify(value),
  fromSerializable: (text: string) => JSON.parse(text) as object,
})

/**
 * The browser, with the script in the page, decides where the first page is scrolled. Only later pages start at the
 * top, or where they were left (UIX-033).
 */
const scrollsAfterArrival = () => {
  if (import.meta.env.SSR) return true
  const { pathname } = location
  let isArrival = true
  return ({ location: shown }: { location: { pathname: string } }) => {
    const stays = isArrival && shown.pathname === pathname
    isArrival = false
    return !stays
  }
}

type Dehydrated = { session: PageSession; queries: unknown }

/**
 * One router with its query cache: on the server for one request, in the browser for the life of the tab. What the
 * server's loaders have read travels to the browser with the page.
 */
export const makeRouter = (
  transport: Transport,
  session?: PageSession,
  { nonce, reference }: { nonce?: string; reference?: string } = {},
) => {
  const queryClient = lazyQueries()
  // On the admin portal a super admin selects the portal of a call (PRT-039); its own id would stand in for that choice.
  const refererPortal = (): number | null => {
    const portal = router.options.context.session?.portal
    return portal && !portal.flags.is_admin ? portal.id : null
  }
  const router = createRouter({
    routeTree,
    context: { api: createApi(transport, refererPortal), queryClient, session: session as PageSession, reference },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultViewTransition: { types: transitionTypes },
    scrollRestoration: scrollsAfterArrival(),
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    // The page's style rules stand in its head already; they need not travel twice.
    dehydrate: () => {
      for (const { loaderData } of router.state.matches) carried(loaderData)
      return {
        session: carried({ ...(session as PageSession), theme: { ...(session as PageSession).theme, style: '' } }),
        queries: queryClient.dehydrate() as never,
      }
    },
    hydrate: async (carried) => {
      const { session: carriedSession, queries } = carried as unknown as Dehydrated
      await queryClient.hydrate(queries)
      router.update({ ...router.options, context: { ...router.options.context, session: carriedSession } })
    },
    ...(nonce && { ssr: { nonce } }),
  })
  router.options.serializationAdapters = [apiErrors, plainData]
  return import.meta.env.SSR ? router : withRouteFiles(router)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
