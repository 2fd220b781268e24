import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { PageSession } from '#kernel/access/session.ts'
import type { Transport } from '#kernel/client.ts'
import { partsLoaded } from '#ui/page/later.tsx'
import { startScript } from '#ui/page/start-script.ts'
import { withFonts } from '#ui/theme/fonts.ts'
import { makeRouter } from './router.tsx'

export type RenderRequest = {
  request: Request
  session: PageSession
  transport: Transport
  nonce: string
  /** The id of the request, by which support finds a failure in the log. */
  reference: string
  /** Styles by route, and what the development server adds. */
  manifest: unknown
  /** The modules of each route, by its id; the page's own start stands first in those of the root. */
  modules: Readonly<Record<string, readonly string[]>>
}

type Router = ReturnType<typeof makeRouter>

/** What a page failed with; undefined for one that has not. */
const failureOf = (router: Router): unknown => router.state.matches.find((match) => match.status === 'error')?.error

/** The status of a failure: a refused call keeps its own (403, 404, 422), everything else is our fault. */
const statusOf = (failure: unknown): number | undefined => {
  const status = (failure as { status?: unknown } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}

/**
 * A page as text: a Response would turn it into bytes and back. `fault` is the error of our own code, or undefined for
 * the answer of a call, which reports its own faults.
 */
export type Rendered = { status: number; headers: Headers; html: string; fault?: unknown }

/** Where a part was left to the browser: because it failed here, or because it had not arrived yet. */
const LEFT_TO_BROWSER = '<!--$!-->'

/**
 * Errors while the page is drawn. `renderToString` hides errors inside a Suspense boundary, so such a page is drawn
 * again by a renderer that reports them.
 */
const faultIn = (page: ReactNode): Promise<unknown> =>
  new Promise((resolve) => {
    let fault: unknown
    const stream = renderToPipeableStream(page, {
      onError: (error) => {
        fault ??= error
      },
      onShellError: () => resolve(fault),
      onAllReady: () => {
        resolve(fault)
        stream.abort()
      },
    })
  })

/** Where a person who administers sees a page that does not exist: in the frame of their work (`layouts/site.tsx`). */
const FRAME_OF_MISSING = '/_app'

type Manifest = { routes: Record<string, { css?: readonly string[] }> }

const hasFrameOfMissing = (router: Router | undefined, { viewer }: PageSession): boolean =>
  viewer !== null &&
  viewer.current_role !== 'learner' &&
  router?.state.matches.some(({ status }) => status === 'notFound') === true

/** Names the styles of the frame as well where it stands around a page of the site, in the page and for its script alike. */
const withFrameStyles = (manifest: Manifest, hasFrame: () => boolean): Manifest => ({
  ...manifest,
  get routes() {
    const { routes } = manifest
    if (!hasFrame()) return routes
    const css = [...(routes['/_site']?.css ?? []), ...(routes[FRAME_OF_MISSING]?.css ?? [])]
    return { ...routes, '/_site': { ...routes['/_site'], css } }
  },
})

/** Comes last, because the script that starts the page reads the rest of it. */
const withStart = (html: string, nonce: string, files: readonly string[]): string => {
  if (files.length === 0) return html
  const end = html.lastIndexOf('</body>')
  return `${html.slice(0, end)}<script nonce="${nonce}">${startScript(files)}</script>${html.slice(end)}`
}

/** Where the browser finds what to tell support, also when it is the one that shows the error (ERR-176). */
const withReference = (html: string, reference: string): string =>
  html.replace('</head>', `<meta name="reference" content="${reference}"></head>`)

/** Renders the page of an address, with its real status code. */
export const render = async ({
  request,
  session: given,
  transport,
  nonce,
  reference,
  manifest,
  modules,
}: RenderRequest): Promise<Rendered> => {
  const session = { ...given, theme: withFonts(given.theme, given.portal.setting) }
  let html = ''
  let fault: unknown
  let createdRouter: Router | undefined
  const hasFrame = () => hasFrameOfMissing(createdRouter, session)
  const answer: Response = await createRequestHandler({
    request,
    createRouter: () => {
      createdRouter = makeRouter(transport, session, { nonce, reference })
      return createdRouter
    },
    getRouterManifest: () => (manifest ? withFrameStyles(manifest as Manifest, hasFrame) : manifest) as never,
  } as never)(async ({ router, responseHeaders }) => {
    await partsLoaded()
    try {
      const text = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />))
      html = withStart(
        text,
        nonce,
        [
          ...router.state.matches.map(({ routeId }) => routeId as string),
          ...(hasFrame() ? [FRAME_OF_MISSING] : []),
        ].flatMap((id) => modules[id] ?? []),
      )
    } catch (error) {
      fault = error
      html = `Internal Server Error. Reference: ${reference}`
      return new Response(null, { status: 500, headers: responseHeaders })
    }
    const failure = failureOf(router as never)
    let status = statusOf(failure)
    if (status === undefined) fault = failure
    if (html.includes(LEFT_TO_BROWSER)) fault ??= await faultIn(<RouterServer router={router} />)
    if (fault !== undefined) {
      status = 500
      html = withReference(html, reference)
    }
    return new Response(null, { status: status ?? getSsrStatus(router), headers: responseHeaders })
  })
  return { status: answer.status, headers: answer.headers, html, ...(fault !== undefined && { fault }) }
}
