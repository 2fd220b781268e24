import http from 'node:http'
import type { AddressInfo } from 'node:net'
import dns2, { Packet } from 'dns2'
import { freePort } from '../processes/built-program.ts'

/** The records under a name; `fails` answers like a broken name server. */
export type Zone = {
  TXT?: (string | string[])[]
  CNAME?: string
  A?: string[]
  AAAA?: string[]
  CAA?: string[]
  fails?: boolean
}
export type TestDns = {
  /** `127.0.0.1:port`, in the form of DNS_SERVERS. */
  address: string
  /** The address where other processes change it: `PUT /<name>` with a zone as JSON, or `null`. */
  control: string
  /** Replaces the records under a name; null removes them. */
  set: (name: string, zone: Zone | null) => void
  close: () => Promise<void>
}

type Fields = Record<string, unknown>
const TYPES = Object.fromEntries(Object.entries(Packet.TYPE).map(([name, code]) => [code, name]))

/** A name server on a free local port with the records it is given: real messages over UDP and TCP. */
export const startDns = async (): Promise<TestDns> => {
  const port = await freePort()
  const zones = new Map<string, Zone>()
  const answersOf = (name: string, type: string, depth = 0): Fields[] => {
    const zone = zones.get(name.toLowerCase())
    const record = (kind: keyof typeof Packet.TYPE, data: Fields): Fields => ({
      ...{ name, type: Packet.TYPE[kind], class: Packet.CLASS.IN, ttl: 0, ...data },
    })
    if (!zone) return []
    const { CNAME: alias } = zone
    if (alias && type === 'CNAME') return [record('CNAME', { domain: alias })]
    if (alias) return [record('CNAME', { domain: alias }), ...(depth < 5 ? answersOf(alias, type, depth + 1) : [])]
    if (type === 'TXT') return (zone.TXT ?? []).map((text) => record('TXT', { data: [text].flat() }))
    if (type === 'A') return (zone.A ?? []).map((address) => record('A', { address }))
    if (type === 'AAAA') return (zone.AAAA ?? []).map((address) => record('AAAA', { address }))
    if (type === 'CAA')
      return (zone.CAA ?? []).map((text) => {
        const [, flags, tag, value] = /^(\d+) (\w+) "(.*)"$/.exec(text) ?? []
        return record('CAA', { flags: Number(flags), tag, value })
      })
    return []
  }
  const handle = (request: Fields, send: (response: Fields) => void) => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of the package know no fields of records
    const response = Packet.createResponseFromRequest(request as any) as any
    const [question] = (request as { questions: { name: string; type: number }[] }).questions
    if (question && zones.get(question.name.toLowerCase())?.fails) response.header.rcode = 2
    else if (question) response.answers.push(...answersOf(question.name, TYPES[question.type] ?? ''))
    send(response)
  }
  const server = dns2.createServer({ udp: true, tcp: true, handle: handle as never })
  // An answer that does not fit into a UDP message is requested again over TCP, at the same port.
  await server.listen({ udp: { port, address: '127.0.0.1' }, tcp: { port, address: '127.0.0.1' } } as never)
  const set: TestDns['set'] = (name, zone) => {
    if (zone) zones.set(name.toLowerCase(), zone)
    else zones.delete(name.toLowerCase())
  }
  const control = http.createServer((request, reply) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      set(decodeURIComponent((request.url ?? '/').slice(1)), JSON.parse(text) as Zone | null)
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${port}`,
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    set,
    close: async () => {
      control.close()
      await server.close()
    },
  }
}
