import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import type { Transport } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import { partsLoaded } from '#ui/later.tsx'
import { makeRouter } from './router.tsx'

export type RenderRequest = {
  request: Request
  session: PageSession
  transport: Transport
  nonce: string
  manifest: unknown
}

/** The status of what a page failed with: a refused call keeps its own (403, 404, 422), everything else is our fault. */
const failedStatus = (router: ReturnType<typeof makeRouter>): number | undefined => {
  const failed = router.state.matches.find((match) => match.status === 'error')
  const status = (failed?.error as { status?: unknown } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}

/** Renders the page of an address to a finished Response with its real status code. */
export const render = ({ request, session, transport, nonce, manifest }: RenderRequest): Promise<Response> =>
  createRequestHandler({
    request,
    createRouter: () => makeRouter(transport, session, nonce),
    getRouterManifest: () => manifest as never,
  } as never)(async ({ router, responseHeaders }) => {
    await partsLoaded()
    const response = await renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
    const status = failedStatus(router as never)
    return status && status !== response.status
      ? new Response(response.body, { status, headers: response.headers })
      : response
  })
