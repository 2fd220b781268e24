import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallRequest, Transport } from '#kernel/client.ts'
import { isFindable } from '#kernel/portal-visibility.ts'
import type { PageSession } from '#kernel/session.ts'
import type { Bus } from '#platform/bus.ts'
import { onChange } from '#platform/changes.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db.ts'
import { callerOf, type Resolvers, sessionTokenOf } from '#platform/http/context.ts'
import { API_BASE } from '#platform/http/server.ts'
import { type CachedPage, createPageCache, type RenderedPage } from '#platform/page-cache.ts'
import { PAGES_CHANGED } from '#platform/page-tags.ts'
import { pageTheme } from '#ui/theme/page-theme.ts'
import { pagePortal, pageViewer } from './page-session.ts'
import { routeAssets, type ViteManifest } from './route-assets.ts'
import { SITE_FILES } from './site-files.ts'

type Render = (request: {
  request: Request
  session: PageSession
  transport: Transport
  nonce: string
  manifest: unknown
}) => Promise<Response>

export type PagesOptions = { config: Config; db: Db; resolvers: Resolvers; bus: Bus; isDevelopment: boolean }

const ENTRY = 'src/app/entry-client.tsx'

/** What renders pages: the built bundle, or in development Vite in front of the sources. */
type Renderer = { render: Render; manifest: unknown; devStyles: string }

const builtRenderer = async (app: FastifyInstance, root: string): Promise<() => Promise<Renderer>> => {
  const { render } = (await import(path.join(root, 'dist/server/entry-server.js'))) as { render: Render }
  const manifest: ViteManifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8'))
  const entry = manifest[ENTRY] as ViteManifest[string]
  const routeTree = fs.readFileSync(path.join(root, 'src/app/routeTree.gen.ts'), 'utf8')
  await app.register(fastifyStatic, {
    root: path.join(root, 'dist/client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    preCompressed: false,
  })
  const renderer: Renderer = {
    render,
    devStyles: '',
    manifest: {
      routes: {
        ...routeAssets(routeTree, manifest, ENTRY),
        __root__: {
          css: (entry.css ?? []).map((file) => `/${file}`),
          preloads: [`/${entry.file}`],
          scripts: [{ attrs: { type: 'module', async: true, src: `/${entry.file}` } }],
        },
      },
    },
  }
  return async () => renderer
}

const developmentRenderer = async (app: FastifyInstance, root: string): Promise<() => Promise<Renderer>> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server }, allowedHosts: ['.localhost'] },
  })
  const { default: middie } = await import('@fastify/middie')
  await app.register(middie)
  app.use((request, response, next) =>
    /^\/(api|dev\/mail|standins|p)\b/.test(request.url ?? '') ? next() : vite.middlewares(request, response, next),
  )
  app.addHook('onClose', () => vite.close())
  const preamble =
    "import R from '/@react-refresh';R.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(t)=>t;window.__vite_plugin_react_preamble_installed__=true"
  const manifest = {
    routes: {
      __root__: {
        scripts: [
          { attrs: { type: 'module' }, children: preamble },
          { attrs: { type: 'module', src: '/@vite/client' } },
          { attrs: { type: 'module', src: '/src/app/entry-client.tsx' } },
        ],
      },
    },
  }
  return async () => {
    const { render } = (await vite.ssrLoadModule('/src/app/entry-server.tsx')) as { render: Render }
    return { render, manifest, devStyles: '' }
  }
}

/** Calls made while a page is rendered go through the same routes as any other, as the same person, without the network. */
const inProcess = (app: FastifyInstance, request: FastifyRequest): Transport => {
  return async (call: CallRequest) => {
    const answer = await app.inject({
      method: call.method as 'GET',
      url: `${API_BASE}${call.url}`,
      headers: {
        host: request.host,
        cookie: request.headers.cookie ?? '',
        'user-agent': request.headers['user-agent'] ?? '',
        ...(request.protocol === 'https' && { 'x-forwarded-proto': 'https' }),
      },
      remoteAddress: request.ip,
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  }
}

const INLINE_SCRIPT = (nonce: string) =>
  new RegExp(`<script(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g')

/**
 * The policy of one page. Scripts that we wrote carry the render's nonce; they are allowed by their hash, so that finished
 * pages can be kept and served again without a nonce that somebody could have read.
 */
const policyOf = (html: string, nonce: string, config: Config, request: FastifyRequest): string => {
  const hashes = [...html.matchAll(INLINE_SCRIPT(nonce))].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
  const content = config.CONTENT_ORIGIN ?? `${request.protocol}://content.${request.host}`
  // Documents of a course, as PDF, are shown in a frame of our own.
  const frames = [
    "'self'",
    'https://www.youtube-nocookie.com',
    'https://player.vimeo.com',
    content,
    content.replace('://', '://*.'),
  ]
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ws://${request.host} wss://${request.host}`,
    `frame-src ${frames.join(' ')}`,
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Names in alphabetical order, so that one page is kept once. */
const inOrder = (query: string): string => {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  return sorted.toString()
}

/** Sends a finished page as it is kept. Past Fastify's own sending, which would cost as much as everything else together. */
const sendKept = (request: FastifyRequest, reply: FastifyReply, page: CachedPage, cookies: readonly string[]) => {
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const body = takesBrotli ? page.brotli : page.identity
  reply.hijack()
  reply.raw.writeHead(page.status, {
    ...page.headers,
    'content-length': body.length,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
    'x-request-id': request.id,
    ...(takesBrotli && { 'content-encoding': 'br' }),
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
  })
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
}

const TAG_HEADER = 'x-page-tags'

/** Everything that is not a call: pages, rendered by the server and kept for visitors (architecture §7). */
export const servePages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const { config, db, resolvers, bus, isDevelopment } = options
  const renderer = await (isDevelopment ? developmentRenderer : builtRenderer)(app, config.root)
  const cache = createPageCache()
  onChange(db, bus, PAGES_CHANGED, (tags) => cache.drop(tags as string[]))
  bus.onReconnect(() => cache.clear())

  const renderPage = async (request: FastifyRequest): Promise<RenderedPage & { cookies: string[] }> => {
    const portal = request.host_portal
    if (!portal)
      return {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: UNKNOWN_PORTAL,
        tags: [],
        cookies: [],
      }
    const [path = '/', query] = request.url.split('?', 2) as [string, string?]
    const siteFile = Object.hasOwn(SITE_FILES, path) && SITE_FILES[path]
    // These are the same for everybody.
    const { viewer } = siteFile ? { viewer: null } : await callerOf(request, portal, resolvers)
    const session: PageSession = {
      portal: pagePortal(portal),
      viewer: viewer && pageViewer(viewer, portal),
      theme: pageTheme(portal.setting),
      has_demo: config.PORTICO_DEMO,
      is_production: config.is_production,
      live: { key: config.live.key },
    }
    if (siteFile) {
      const file = await siteFile(db, portal, session, new URLSearchParams(query))
      return { ...file, tags: [`portal:${portal.id}`, ...file.tags], cookies: [] }
    }
    const nonce = randomBytes(12).toString('hex')
    const { render, manifest } = await renderer()
    const response = await render({
      request: new Request(`${request.protocol}://${request.host}${request.url}`),
      session,
      transport: inProcess(app, request),
      nonce,
      manifest,
    })
    const html = await response.text()
    const headers: Record<string, string> = {
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    }
    if (!isFindable(portal)) headers['x-robots-tag'] = 'noindex'
    if (!isDevelopment) headers['content-security-policy'] = policyOf(html, nonce, config, request)
    const location = response.headers.get('location')
    if (location) headers.location = location
    const tags = (response.headers.get(TAG_HEADER) ?? '').split(' ').filter(Boolean)
    return {
      status: response.status,
      headers,
      body: html.replaceAll(` nonce="${nonce}"`, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, ''),
      tags: [`portal:${portal.id}`, ...tags],
      cookies: response.headers.getSetCookie(),
    }
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.is_content_host) return reply.code(404).type('text/plain').send('Not found')
    const [path = '/', query] = request.url.split('?', 2) as [string, string?]
    // A trailing slash is another address for the same page (ROU-002). Several leading ones would name another host.
    if (path.length > 1 && path.endsWith('/'))
      return reply.redirect(`/${path.replace(/^\/+|\/+$/g, '')}${query ? `?${query}` : ''}`, 301)
    const isVisitor = !sessionTokenOf(request) && request.method === 'GET' && request.host_portal !== null
    if (!isVisitor || isDevelopment) {
      const page = await renderPage(request)
      reply
        .code(page.status)
        .headers(page.headers)
        .header('cache-control', 'private, no-store')
        .header('vary', 'cookie')
      for (const cookie of page.cookies) reply.header('set-cookie', cookie)
      return reply.send(page.body)
    }
    let cookies: string[] = []
    const key = `${request.protocol}://${request.host}${path}${query ? `?${inOrder(query)}` : ''}`
    const page = await cache.get(key, async () => {
      const rendered = await renderPage(request)
      cookies = rendered.cookies
      return rendered
    })
    sendKept(request, reply, page, cookies)
    return reply
  }
  app.get('/*', { compress: false } as object, answer)
}

const UNKNOWN_PORTAL =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Portal not found!</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem"><main><h1>404</h1><p>Portal not found!</p></main>'
