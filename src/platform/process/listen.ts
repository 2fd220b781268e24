// Where the program can be reached: found out before anything is started, and opened at the end.
import http from 'node:http'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from './start-error.ts'

type Place = { host: string; port: number }

/** Browsers look for `localhost` and all names below it at both addresses; other hosts are taken as they are. */
const hostsOf = (host: string): string[] => (host === 'localhost' ? ['127.0.0.1', '::1'] : [host])

/** Said by machines without that kind of address. */
const isAbsent = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EPROTONOSUPPORT'].includes((error as { code?: string }).code ?? '')

const explain = (error: unknown, { host, port }: Place): unknown => {
  const { code } = error as { code?: string }
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `PORT: ${port} is in use on ${host}, by another program or by a Portico that is already running. Stop that one, or set another PORT.`,
      )
    case 'EACCES':
    case 'EPERM':
      return new StartError(
        `PORT: this user may not listen on ${port}. Choose a PORT from 1024 on, or let a balancer pass on what comes to ${port}.`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new StartError(`HOST: ${host} is no address of this machine. Set one that it has, or 0.0.0.0 for all.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST: the name "${host}" is not known on this machine. Set an address, or 0.0.0.0 for all.`,
      )
  }
  return error
}

const listening = (server: net.Server, { host, port }: Place) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, ipv6Only: host === '::1' }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Servers that take calls for another one, at another address of the machine. */
const beside = new WeakMap<net.Server, http.Server[]>()

/** A server and those that take calls for it: what ends the calls of one ends those of all. */
export const serversOf = (main: http.Server): http.Server[] => [main, ...(beside.get(main) ?? [])]

/** Throws a StartError where the port cannot be opened. */
export const checkPort = async ({ host, port }: Place): Promise<void> => {
  for (const [index, one] of hostsOf(host).entries()) {
    const probe = net.createServer()
    try {
      await listening(probe, { host: one, port })
      await new Promise((resolve) => probe.close(resolve))
    } catch (error) {
      if (index > 0 && isAbsent(error)) continue
      throw explain(error, { host: one, port })
    }
  }
}

/** Opens the port, for `localhost` at both addresses where the machine has both. */
export const listen = async (app: FastifyInstance, { host, port }: Place): Promise<void> => {
  const [first = host, ...others] = hostsOf(host)
  // Fastify prints its own line about this, which says less than the addresses of the portals.
  const { level } = app.log
  app.log.level = 'silent'
  try {
    await app.listen({ host: first, port })
  } catch (error) {
    throw explain(error, { host: first, port })
  } finally {
    app.log.level = level
  }
  const main = app.server
  const opened = (main.address() as net.AddressInfo).port
  for (const one of others) {
    const { keepAliveTimeout, requestTimeout, timeout, headersTimeout } = main
    const server = http.createServer({ keepAliveTimeout, requestTimeout, headersTimeout }, app.routing)
    server.timeout = timeout
    server.on('upgrade', (...args) => main.emit('upgrade', ...args))
    server.on('clientError', (...args) => main.emit('clientError', ...args))
    try {
      await listening(server, { host: one, port: opened })
    } catch (error) {
      if (isAbsent(error)) continue
      throw explain(error, { host: one, port: opened })
    }
    beside.set(main, [...(beside.get(main) ?? []), server])
    // Calls under way come to their end, as those of the main server do.
    main.once('close', () => {
      server.close()
      server.closeIdleConnections()
    })
  }
}
