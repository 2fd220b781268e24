import { useRouteContext } from '@tanstack/react-router'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'

/** The typed client of this page. */
export const useApi = (): Api => useRouteContext({ from: '__root__', select: (context) => context.api as Api })

/** The portal and person of this page. */
export const useSession = (): PageSession =>
  useRouteContext({ from: '__root__', select: (context) => context.session as PageSession })
