import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import type { App } from '#app/app.ts'
import type { Ask } from './caller.ts'
import { listen, median, round } from './measure.ts'

export type PageFigures = {
  /** A kept public page against a bare JSON answer of the same process, by the CPU that each answer takes; budget 0.5. */
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

/** CPU of this process for each answer, in milliseconds: from the socket to the compressed bytes. */
const cpuOf = async (caller: ChildProcess, ask: Ask): Promise<number> => {
  const before = process.cpuUsage()
  caller.send(ask)
  await once(caller, 'message')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / ask.times
}

const BATCHES = 15
const WARM_UP = 800

/** A kept page next to the bare answer, in turns, as the CPU that each takes; then pages that nobody has asked for before. */
const measurePages = async (port: number, barePort: number, page: string) => {
  const caller = fork(path.join(import.meta.dirname, 'caller.ts'))
  const many = { host: HOST, times: 4_000, connections: 16 }
  const taken: Record<'bare' | 'kept' | 'first', number[]> = { bare: [], kept: [], first: [] }
  await cpuOf(caller, { ...many, port: barePort, path: '/' })
  await cpuOf(caller, { ...many, port, path: page })
  for (let batch = 0; batch < BATCHES; batch++) {
    taken.bare.push(await cpuOf(caller, { ...many, port: barePort, path: '/' }))
    taken.kept.push(await cpuOf(caller, { ...many, port, path: page }))
  }
  // An address with a query of its own is rendered, not kept. Until about then the renderer itself is still being compiled.
  const one = { port, host: HOST, path: page, times: 20, connections: 1 }
  await cpuOf(caller, { ...one, times: WARM_UP, from: 0 })
  for (let batch = 0; batch < BATCHES; batch++)
    taken.first.push(await cpuOf(caller, { ...one, from: WARM_UP + batch * one.times }))
  caller.disconnect()
  return {
    cached_page_ratio: round(median(taken.bare) / median(taken.kept)),
    first_render_cpu_ms: round(median(taken.first)),
  }
}

/** What public pages cost: kept, rendered for the first time, and on the wire. */
export const benchPages = async (app: App, root: string, paths: readonly string[]): Promise<PageFigures> => {
  const bare = Fastify()
  bare.get('/', async () => ({ data: { id: 1, title: 'A bare answer' } }))
  const barePort = await listen(bare)
  const port = (app.http.server.address() as { port: number }).port
  const measured = await measurePages(port, barePort, paths[0] ?? '/')
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
  return {
    ...measured,
    javascript_kb: javascript,
    html_kb: html,
  }
}
