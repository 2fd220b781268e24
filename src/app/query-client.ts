import { type DehydratedState, dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#kernel/client.ts'

const makeClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) =>
          typeof window !== 'undefined' && count < 2 && !(error instanceof ApiError && error.status < 500),
        refetchOnReconnect: 'always',
      },
    },
  })

/** The query cache of one router, with what carries its content from the server to the browser. */
export const makeQueries = () => {
  const client = makeClient()
  return {
    client,
    dehydrate: (): unknown => dehydrate(client),
    hydrate: (carried: unknown) => {
      const { queries, mutations } = carried as DehydratedState
      // Read when the browser takes it over, by its own clock: by the server's, a clock that is fast or a script that is
      // slow would have the page read everything again at once, and draw it as loading over what the server has drawn.
      const dataUpdatedAt = Date.now()
      const fresh = queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }))
      hydrate(client, { mutations, queries: fresh })
    },
  }
}
