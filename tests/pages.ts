// The product's pages on a test's app.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { render } from '../src/app/entry-server.tsx'
import { apiRoutes } from '../src/app/features.ts'
import { answerFromCache, type PagesOptions, servePages } from '../src/app/rendering/pages.ts'
import type { Renderer } from '../src/app/rendering/renderer.ts'
import { primaryReads } from '../src/platform/db/replica/public-reads.ts'
import type { Route } from '../src/platform/http/route.ts'
import { createHttp } from '../src/platform/http/server.ts'
import { type Bus, createBus } from '../src/platform/live/bus.ts'
import { createPageCache } from '../src/platform/pages/page-cache.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

export type TestPages = {
  http: FastifyInstance
  bus: Bus
  /** A page as a person sees it, or a visitor of a portal. */
  open: (who: TestPerson | TestPortal, url: string) => Promise<LightMyRequestResponse>
}

type TestPagesOptions = { routes?: Route[]; renderer?: Renderer; report?: PagesOptions['report'] }

/** Serves pages for one test file, the product's unless it has its own, and caches them like the program. */
export const testPages = (
  t: TestApp,
  { routes, report, renderer = { render, manifest: null, modules: {} } }: TestPagesOptions = {},
): TestPages => {
  const out = {} as TestPages
  beforeAll(async () => {
    const { db, replica, resolvers, services } = t.app
    const publicReads = replica ?? primaryReads(db)
    const { config } = t
    const { host, port, user, password, database } = db.pool.options
    const bus = createBus({ host, port, user, password, database } as never, { onError: () => {} })
    const cache = createPageCache()
    const http = await createHttp({
      config,
      db,
      publicReads,
      routes: routes ?? apiRoutes(services),
      resolvers,
      early: answerFromCache(cache),
    })
    await servePages(http, {
      ...{ config, db, publicReads, resolvers, bus, cache, isDevelopment: false, renderer },
      ...(report && { report }),
    })
    await bus.ready
    out.bus = bus
    out.http = http
    out.open = (who, url) => {
      const [host, token] = 'token' in who ? [who.portal.host, who.token] : [who.host]
      return http.inject({ method: 'GET', url, headers: { host, ...(token && { cookie: `session=${token}` }) } })
    }
  })
  afterAll(async () => {
    await out.http.close()
    await out.bus.close()
  })
  return out
}
