import type { QueryClient } from '@tanstack/react-query'
import { passOn } from '#ui/page/chunk-reload.ts'
import type { makeQueries } from './query-client.ts'

/** The query cache as loaders see it: it is loaded by the first page that reads through it (docs/decisions/008). */
export type Queries = Pick<QueryClient, 'ensureQueryData'> & {
  /** The cache, for the screens under the frame that has loaded it. */
  readonly client: QueryClient | null
  load: () => Promise<QueryClient>
  /** What was read on the server; null when nothing asked for the cache. */
  dehydrate: () => unknown
  hydrate: (carried: unknown) => Promise<void>
}

/** One query cache that costs nothing until it is asked for: public pages read in their loaders and never do. */
export const lazyQueries = (): Queries => {
  let queries: ReturnType<typeof makeQueries> | null = null
  const make = async () => {
    const module = await import('./query-client.ts').catch(passOn)
    queries ??= module.makeQueries()
    return queries
  }
  return {
    get client() {
      return queries?.client ?? null
    },
    load: async () => (await make()).client,
    ensureQueryData: async (options) => (await make()).client.ensureQueryData(options),
    dehydrate: () => queries?.dehydrate() ?? null,
    hydrate: async (carried) => {
      if (carried) (await make()).hydrate(carried)
    },
  }
}
