import type { Server, ServerResponse } from 'node:http'
import { serversOf } from '../process/listen.ts'

/** How long a call may take after the process was told to stop; uploads go on elsewhere from what has arrived. */
const LONGEST_CALL_MS = 15_000
const LOOK_MS = 50

/**
 * Ends each connection with its next answer. A balancer that keeps connections would otherwise send a call down one that
 * is being closed, and could not tell whether it had been taken.
 */
export const endConnections = (main: Server): void => {
  for (const server of serversOf(main))
    server.prependListener('request', (_request: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
}

/** Takes no new connections and waits for the calls under way, for those that take too long not to their end. */
export const endCalls = async (main: Server): Promise<void> => {
  await Promise.all(serversOf(main).map(endCallsOf))
}

const endCallsOf = async (server: Server): Promise<void> => {
  if (!server.listening) return
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  // Connections that fall idle only now would be kept for the next call.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  const late = setTimeout(() => {
    server.closeAllConnections()
    resolve()
  }, LONGEST_CALL_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
