import { useRouteContext } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'

/** A client that answers calls in the page, for the screens below it; null where all calls go to the server. */
export const LocalApi = createContext<Api | null>(null)

/** The typed client of this page. */
export const useApi = (): Api => {
  const api = useRouteContext({ from: '__root__', select: (context) => context.api as Api })
  return useContext(LocalApi) ?? api
}

/** The portal and person of this page. */
export const useSession = (): PageSession =>
  useRouteContext({ from: '__root__', select: (context) => context.session as PageSession })
