import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import pg from 'pg'
import type { App } from '#app/app.ts'
import { statementsOf } from '../tests/sent-statements.ts'
import { type BarePage, serveBarePages } from './bare-page.ts'
import type { Ask } from './caller.ts'
import type { Demo } from './demo-app.ts'
import { listen, median, round } from './measure.ts'

export type PageFigures = {
  /** A kept public page against a bare JSON answer of the same process, by the CPU that each answer takes; budget 0.5. */
  cached_page_ratio: number
  /** CPU of a bare JSON answer, in microseconds. */
  bare_answer_cpu_us: number
  /** CPU of the first render of a page, in milliseconds. */
  first_render_cpu_ms: Record<string, number>
  /** CPU of the same page without the product (`bare-page.ts`), in milliseconds. */
  bare_page_cpu_ms: Record<string, number>
  /** That against the first render; budget 0.35, and 0.2 where a page has hardly anything on it. */
  first_render_of_bare_page: Record<string, number>
  /** JavaScript that a page loads before it is usable, gzip, in KB; budget 120. */
  javascript_kb: Record<string, number>
  /** HTML of a page, uncompressed, in KB; budget 60. */
  html_kb: Record<string, number>
}

const HOST = 'core.localhost'

const scriptsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')),
]

/** CPU of this process for each answer, in milliseconds: from the socket to the compressed bytes. */
const cpuOf = async (caller: ChildProcess, ask: Ask): Promise<number> => {
  const before = process.cpuUsage()
  caller.send(ask)
  await once(caller, 'message')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / ask.times
}

const BATCHES = 15
/** Until about then the renderer itself is still being compiled. */
const WARM_UP = 400

/**
 * Bare answers, the first page as it is kept, and each page at addresses that nobody has asked for before, by us and
 * without us, in turns, as the CPU that each takes.
 */
const measurePages = async (port: number, barePort: number, paths: readonly string[]) => {
  const caller = fork(path.join(import.meta.dirname, 'caller.ts'))
  const bareAnswer = { host: HOST, times: 4_000, connections: 16, port: barePort, path: '/answer' }
  const keptPage = { ...bareAnswer, port, path: paths[0] ?? '/' }
  let count = 0
  // An address with a query of its own is rendered, not kept.
  const render = (port: number, page: string, times: number) => {
    count += times
    return cpuOf(caller, { port, host: HOST, path: page, times, connections: 1, from: count - times })
  }
  for (const ask of [bareAnswer, keptPage]) await cpuOf(caller, ask)
  for (const page of paths) for (const at of [port, barePort]) await render(at, page, WARM_UP)
  const taken = {
    bare: [] as number[],
    kept: [] as number[],
    first: paths.map((): number[] => []),
    barePage: paths.map((): number[] => []),
  }
  for (let batch = 0; batch < BATCHES; batch++) {
    taken.bare.push(await cpuOf(caller, bareAnswer))
    taken.kept.push(await cpuOf(caller, keptPage))
    for (const [at, page] of paths.entries()) {
      taken.first[at]?.push(await render(port, page, 20))
      taken.barePage[at]?.push(await render(barePort, page, 20))
    }
  }
  caller.disconnect()
  const bare = median(taken.bare)
  const byPage = (figure: (ms: number, bareMs: number) => number) =>
    Object.fromEntries(
      paths.map((page, at) => [page, round(figure(median(taken.first[at] ?? []), median(taken.barePage[at] ?? [])))]),
    )
  return {
    cached_page_ratio: round(bare / median(taken.kept)),
    bare_answer_cpu_us: round(bare * 1000, 1),
    first_render_cpu_ms: byPage((ms) => ms),
    bare_page_cpu_ms: byPage((_, bareMs) => bareMs),
    first_render_of_bare_page: byPage((ms, bareMs) => bareMs / ms),
  }
}

const portalIdOf = async (admin: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client(admin)
  await client.connect()
  const { rows } = await client.query("select id from portals where slug = 'core'")
  await client.end()
  return Number(rows[0].id)
}

/** The parts of pages: their HTML, and their statements once the portal is known. */
const readPages = async (app: App, portalId: number, paths: readonly string[]): Promise<BarePage[]> => {
  const render = async (path: string) =>
    (await app.http.inject({ method: 'GET', url: path, headers: { host: HOST } })).body
  const pages: BarePage[] = []
  for (const path of paths) {
    await render(path)
    let html = ''
    const statements = await statementsOf(async () => {
      html = await render(`${path}?first=again`)
    })
    pages.push({ path, html, statements, portal_id: portalId })
  }
  return pages
}

/** What public pages cost: kept, rendered for the first time, and on the wire. */
export const benchPages = async (
  { app, database, admin }: Pick<Demo, 'app' | 'database' | 'admin'>,
  root: string,
  paths: readonly string[],
): Promise<PageFigures> => {
  const bare = Fastify()
  const client = new pg.Client(database)
  await client.connect()
  serveBarePages(bare, client, await readPages(app, await portalIdOf(admin), paths))
  bare.get('/answer', async () => ({ data: { id: 1, title: 'A bare answer' } }))
  const barePort = await listen(bare)
  const port = (app.http.server.address() as { port: number }).port
  const measured = await measurePages(port, barePort, paths)
  await bare.close()
  await client.end()

  const javascript: Record<string, number> = {}
  const html: Record<string, number> = {}
  for (const each of paths) {
    const answer = await app.http.inject({ method: 'GET', url: each, headers: { host: HOST } })
    const text = answer.body
    html[each] = round(Buffer.byteLength(text) / 1024, 1)
    const sizes = scriptsOf(text).map((file) => gzipSync(fs.readFileSync(path.join(root, 'dist/client', file))).length)
    javascript[each] = round(sizes.reduce((sum, size) => sum + size, 0) / 1024, 1)
  }
  return {
    ...measured,
    javascript_kb: javascript,
    html_kb: html,
  }
}
