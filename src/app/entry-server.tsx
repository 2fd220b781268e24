import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import type { Transport } from '#kernel/client.ts'
import type { PageSession } from '#kernel/session.ts'
import { makeRouter } from './router.tsx'

export type RenderRequest = {
  request: Request
  session: PageSession
  transport: Transport
  nonce: string
  manifest: unknown
}

/** Renders the page of an address to a finished Response with its real status code. */
export const render = ({ request, session, transport, nonce, manifest }: RenderRequest): Promise<Response> =>
  createRequestHandler({
    request,
    createRouter: () => makeRouter(transport, session, nonce),
    getRouterManifest: () => manifest as never,
  } as never)(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  )
