import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
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

/** A page as text: a Response would turn it into bytes and back. */
export type Rendered = { status: number; headers: Headers; html: string }

/** Renders the page of an address, with its real status code. */
export const render = async ({ request, session, transport, nonce, manifest }: RenderRequest): Promise<Rendered> => {
  let html = ''
  const answer: Response = await createRequestHandler({
    request,
    createRouter: () => makeRouter(transport, session, nonce),
    getRouterManifest: () => manifest as never,
  } as never)(async ({ router, responseHeaders }) => {
    await partsLoaded()
    try {
      html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />))
    } catch (error) {
      console.error('a page could not be rendered', error)
      html = 'Internal Server Error'
      return new Response(null, { status: 500, headers: responseHeaders })
    }
    return new Response(null, {
      status: failedStatus(router as never) ?? getSsrStatus(router),
      headers: responseHeaders,
    })
  })
  return { status: answer.status, headers: answer.headers, html }
}
