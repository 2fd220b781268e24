import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Middle value; figures of one run are compared by it, since a shared machine has outliers in both directions. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** Opens a server on a free port of this machine. */
export const listen = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (!app.server.listening) await once(app.server, 'listening')
  return (app.server.address() as AddressInfo).port
}

/**
 * Runs pieces of work in turn, several rounds, so that both see the same machine; answers the medians in milliseconds. Each
 * runs `warm_up` times before: code that runs all day is compiled after some hundred runs.
 */
export const interleaved = async (
  work: Record<string, () => Promise<unknown>>,
  { rounds = 5, times = 200, warm_up = 20 } = {},
) => {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(work).map((name) => [name, []]))
  for (const run of Object.values(work)) for (let i = 0; i < warm_up; i++) await run()
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(work)) {
      const started = performance.now()
      for (let i = 0; i < times; i++) await run()
      taken[name]?.push((performance.now() - started) / times)
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, values]) => [name, median(values)]))
}
