import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import net from 'node:net'

/** Ids as proxies and programs make them; a shorter one names nothing, and a longer one fills logs. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const add = (list: net.BlockList, word: string) => {
  const [host = '', bits] = word.split('/')
  const family = net.isIP(host) === 4 ? 'ipv4' : 'ipv6'
  if (bits === undefined) list.addAddress(host, family)
  else list.addSubnet(host, Number(bits), family)
}

/** Whether a request comes from the balancer itself, whose headers are believed. */
export const createTrust = (proxies: readonly string[] | undefined): ((raw: IncomingMessage) => boolean) => {
  if (!proxies) return () => false
  const list = new net.BlockList()
  for (const word of proxies.flatMap((name) => NAMED[name] ?? [name])) add(list, word)
  return ({ socket: { remoteAddress: address = '' } }) => {
    const family = net.isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** The id of a request: the balancer's own, where it has one that is well-formed, or a new one (OPS-049). */
export const requestIdOf = (raw: IncomingMessage, isTrusted: (raw: IncomingMessage) => boolean): string => {
  const { 'x-request-id': sent } = raw.headers
  return typeof sent === 'string' && WELL_FORMED.test(sent) && isTrusted(raw) ? sent : randomUUID()
}
