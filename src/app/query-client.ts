import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
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
    hydrate: (carried: unknown) => hydrate(client, carried as ReturnType<typeof dehydrate>),
  }
}
