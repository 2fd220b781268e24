import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgotPassword } from '#features/sessions/contract.ts'
import { readMetadata } from '#features/single-sign-on/contract.ts'
import { testApp } from '../../../tests/api.ts'

type Value = { stringValue?: string; intValue?: number }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}

/** What a collector of OpenTelemetry gets by OTLP over HTTP. */
const spans: Sent[] = []
let services: string[] = []
const env: Record<string, string> = { FETCH_NETWORKS: '127.0.0.1/32', TRUST_PROXY: '10.0.0.1' }
const collector = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (request.url === '/v1/traces') {
    for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(parts).toString()).resourceSpans) {
      services = resource.attributes.map(({ key, value }: Sent['attributes'][number]) => `${key}=${value.stringValue}`)
      for (const { spans: some } of scopeSpans) spans.push(...some)
    }
  }
  response.setHeader('content-type', 'application/json').end('{}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20'
  process.env['OTEL_SERVICE_NAME'] = 'portico-tests'
})
const t = testApp({ env })
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
  for (const name of ['OTEL_BSP_SCHEDULE_DELAY', 'OTEL_SERVICE_NAME']) delete process.env[name]
})
beforeEach(() => void spans.splice(0))

const attributesOf = (span: Sent) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
const named = (name: string) => spans.filter((span) => span.name === name)
/** The first span of a name, once it has arrived. */
const arrived = async (name: string): Promise<Sent> => {
  await expect.poll(() => named(name).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const [span] = named(name)
  if (!span) throw new Error(name)
  return span
}
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`

describe('traces (OPS-048)', () => {
  test('a request is a span by the pattern of its route, its transactions are below it, and nothing names a person (OPS-048)', async () => {
    const person = await t.make.person('learner')
    const answer = await t.request(person, { url: '/api/v1/users/123456?search=someone' })
    const span = await arrived('GET /api/v1/users/:id')
    expect(attributesOf(span)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/users/:id',
      request_id: answer.headers['x-request-id'],
      'http.response.status_code': answer.statusCode,
    })
    expect(services).toContain('service.name=portico-tests')
    await expect.poll(() => named('transaction').some((one) => one.parentSpanId === span.spanId)).toBe(true)
    const said = JSON.stringify(spans)
    for (const secret of [person.email, person.token, '123456', 'someone', 'select '])
      expect(said).not.toContain(secret)
  })

  test('the trace of a trusted balancer goes on here, that of a visitor does not (OPS-048)', async () => {
    const ask = (remoteAddress: string) =>
      t.app.http.inject({ url: '/api/v1/health', headers: { traceparent }, remoteAddress })
    await ask('10.0.0.1')
    expect(await arrived('GET /api/v1/health')).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' })
    spans.splice(0)
    await ask('198.51.100.9')
    expect((await arrived('GET /api/v1/health')).traceId).not.toBe(TRACE)
  })

  test('a job is a trace of its own that is linked to the request that led to it (OPS-048, OPS-050)', async () => {
    const person = await t.make.person('learner')
    await t.as(person.portal).call(forgotPassword, { body: { email: person.email } })
    const request = await arrived('POST /api/v1/forgot-password')
    await t.app.jobs.drain()
    const jobs = () =>
      spans.filter(({ name, links }) => name.startsWith('job ') && links?.[0]?.traceId === request.traceId)
    await expect.poll(() => jobs().length).toBeGreaterThan(0)
    expect(jobs().map(({ traceId }) => traceId)).not.toContain(request.traceId)
    expect(JSON.stringify(spans)).not.toContain(person.email)
  })

  test('a call that leaves the process is a span with its host, without its path (OPS-048)', async () => {
    const outside = http.createServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
    const admin = await t.make.person('portal_admin')
    const body = { address: `http://${host}/secret-path?token=hidden` }
    await expect(t.as(admin).call(readMetadata, { body })).rejects.toMatchObject({ status: 422 })
    await expect
      .poll(() => spans.map(attributesOf).filter((one) => one['server.address'] === host))
      .toEqual([{ 'http.request.method': 'GET', 'server.address': host, 'http.response.status_code': 404 }])
    expect(JSON.stringify(spans)).not.toContain('secret-path')
    await new Promise((resolve) => outside.close(resolve))
  })

  test('sending traces makes no traces (OPS-048)', async () => {
    await t.app.http.inject({ url: '/api/v1/health' })
    await arrived('GET /api/v1/health')
    const { host } = new URL(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '')
    expect(spans.map(attributesOf).filter((one) => one['server.address'] === host)).toEqual([])
  })
})
