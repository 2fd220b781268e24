import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageSession } from '#kernel/access/session.ts'
import type { Transport } from '#kernel/client.ts'
import { routeAssets, type ViteManifest } from './route-assets.ts'

type Render = (request: {
  request: Request
  session: PageSession
  transport: Transport
  nonce: string
  reference: string
  manifest: unknown
  modules: Record<string, string[]>
}) => Promise<{ status: number; headers: Headers; html: string; fault?: unknown }>

/** What renders pages: the built bundle, or in development Vite in front of the sources. */
export type Renderer = { render: Render; manifest: unknown; modules: Record<string, string[]> }

/** Renders by what was built. */
export const builtRenderer = async (app: FastifyInstance, root: string): Promise<() => Promise<Renderer>> => {
  const { render } = (await import(path.join(root, 'dist/server/entry-server.js'))) as { render: Render }
  const manifest: ViteManifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8'))
  const routeTree = fs.readFileSync(path.join(root, 'src/app/routeTree.gen.ts'), 'utf8')
  await app.register(fastifyStatic, {
    root: path.join(root, 'dist/client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    // Packed at the build (scripts/vite/precompress.ts).
    preCompressed: true,
    // A route for each file: one for all of them reads the whole folder at every request to compare the spelling of the name.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
  })
  const assets = Object.entries(routeAssets(routeTree, manifest))
  const renderer: Renderer = {
    render,
    manifest: { routes: Object.fromEntries(assets.map(([id, { css }]) => [id, { css }])) },
    modules: Object.fromEntries(assets.map(([id, { modules }]) => [id, modules])),
  }
  return async () => renderer
}

/** Renders from the sources, by Vite. */
export const developmentRenderer = async (app: FastifyInstance, root: string): Promise<() => Promise<Renderer>> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    // Otherwise Vite writes and imports a copy of it, in which Node's own watching sees a change of the server.
    configLoader: 'native',
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
    return { render, manifest, modules: {} }
  }
}
