import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import type { App } from '#app/app.ts'
import { listen, round, throughput } from './measure.ts'

export type PageFigures = {
  /** Answers per second of a kept public page against a bare JSON answer of the same process kind; budget 0.5. */
  cached_page_ratio: number
  /** CPU of the first render of a page, in milliseconds; budget 2.5. */
  first_render_cpu_ms: number
  /** JavaScript that a page loads before it is usable, gzip, in KB; budget 120. */
  javascript_kb: Record<string, number>
  /** HTML of a page, uncompressed, in KB; budget 60. */
  html_kb: Record<string, number>
}

const HOST = 'core.localhost'

const scriptsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:modulepreload" href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')),
]

/** What public pages cost: kept, rendered for the first time, and on the wire. */
export const benchPages = async (app: App, root: string, paths: readonly string[]): Promise<PageFigures> => {
  const bare = Fastify()
  bare.get('/', async () => ({ data: { id: 1, title: 'A bare answer' } }))
  const barePort = await listen(bare)
  const port = (app.http.server.address() as { port: number }).port
  const page = { url: `http://127.0.0.1:${port}${paths[0]}`, headers: { host: HOST, 'accept-encoding': 'br' } }
  await throughput({ ...page, seconds: 1 })
  const bareRate = await throughput({ url: `http://127.0.0.1:${barePort}/` })
  const pageRate = await throughput(page)
  await bare.close()

  const javascript: Record<string, number> = {}
  const html: Record<string, number> = {}
  for (const each of paths) {
    const answer = await app.http.inject({ method: 'GET', url: each, headers: { host: HOST } })
    const text = answer.body
    html[each] = round(Buffer.byteLength(text) / 1024, 1)
    const sizes = scriptsOf(text).map((file) => gzipSync(fs.readFileSync(path.join(root, 'dist/client', file))).length)
    javascript[each] = round(sizes.reduce((sum, size) => sum + size, 0) / 1024, 1)
  }
  // An address with a query of its own is rendered, not kept.
  const render = (n: number) =>
    app.http.inject({ method: 'GET', url: `${paths[0]}?first=${n}`, headers: { host: HOST } })
  for (let n = 0; n < 50; n++) await render(-n)
  const before = process.cpuUsage()
  const renders = 200
  for (let n = 1; n <= renders; n++) await render(n)
  const { user, system } = process.cpuUsage(before)
  return {
    cached_page_ratio: round(pageRate / bareRate),
    first_render_cpu_ms: round((user + system) / 1000 / renders),
    javascript_kb: javascript,
    html_kb: html,
  }
}
