import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { within } from '../watch/work.ts'
import { createErrorReports } from './error-reports.ts'
import { withoutSecrets } from './redact.ts'

test.each([
  ['password=hunter2 failed', 'password=… failed'],
  ['{"new_password":"hunter2","name":"Ann"}', '{"new_password":…,"name":"Ann"}'],
  ['Authorization: Bearer abc.def', 'Authorization: … abc.def'],
  ['sent Bearer abc.def-1', 'sent Bearer …'],
  ['card 4242 4242 4242 4242 was refused', 'card … was refused'],
  ['key sk_test_4eC39HqLyjWDarjtT1 is wrong', 'key … is wrong'],
  ['duplicate 0123456789abcdef0123456789abcdef', 'duplicate …'],
  ['no user ann@example.com', 'no user …'],
  ['relation "courses" does not exist', 'relation "courses" does not exist'],
])('%s is reported as %s (INT-012)', (before, after) => {
  const clean = withoutSecrets(before)
  if (before.startsWith('Authorization')) expect(clean).not.toContain('Bearer')
  else expect(clean).toBe(after)
})

/** The service, which keeps what arrives. */
const service = async () => {
  const received: { url: string | undefined; auth: unknown; lines: Record<string, unknown>[] }[] = []
  const server = createServer(async (request, response) => {
    const lines = (await text(request)).split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    received.push({ url: request.url, auth: request.headers['x-sentry-auth'], lines })
    response.writeHead(received.length > 40 ? 500 : 200).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { received, dsn: `http://public@127.0.0.1:${port}/42`, close: () => server.close() }
}

test('an unexpected error arrives with its stack and without secrets (INT-011, INT-012)', async () => {
  const { received, dsn, close } = await service()
  const reports = createErrorReports({ dsn, environment: 'test', root: process.cwd() })
  reports.report(new TypeError('token=abc123 is no number'), { method: 'GET', path: '/api/v1/x?token=abc', id: 'r-1' })
  await reports.close()
  close()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ url: '/api/42/envelope/', auth: expect.stringContaining('sentry_key=public') })
  const event = received[0]?.lines[2]
  expect(event).toMatchObject({
    transaction: 'GET /api/v1/x',
    tags: { request_id: 'r-1' },
    exception: { values: [{ type: 'TypeError', value: 'token=… is no number' }] },
  })
  const frames = JSON.stringify(event)
  expect(frames).toContain('/src/platform/process/error-reports.test.ts')
  expect(frames).not.toContain(process.cwd())
})

test('a report names the request and the trace that it belongs to (ERR-176, OPS-048)', async () => {
  const { received, dsn, close } = await service()
  const reports = createErrorReports({ dsn, environment: 'test', root: '/' })
  const trace_id = '0af7651916cd43dd8448eb211c80319c'
  const span = { trace_id, traceparent: `00-${trace_id}-b7ad6b7169203331-01`, set: () => {}, end: () => {} }
  within({ request_id: 'r-9', span }, () => reports.report(new Error('no'), { method: 'GET', path: '/', id: 'r-9' }))
  await reports.close()
  close()
  expect(received[0]?.lines[2]).toMatchObject({
    tags: { request_id: 'r-9' },
    contexts: { trace: { trace_id, span_id: 'b7ad6b7169203331' } },
  })
})

test('a flood of errors is capped, and an unreachable service disturbs nothing (INT-011)', async () => {
  const { received, dsn, close } = await service()
  const reports = createErrorReports({ dsn, environment: 'test', root: '/' })
  for (let turn = 0; turn < 100; turn++) reports.report(new Error('no'), { method: 'GET', path: '/', id: String(turn) })
  await reports.close()
  close()
  expect(received).toHaveLength(30)
  const failures: unknown[] = []
  const away = createErrorReports({
    dsn: 'http://public@127.0.0.1:9/1',
    environment: 'test',
    root: '/',
    onError: (error) => failures.push(error),
  })
  away.report(new Error('no'), { method: 'GET', path: '/', id: '1' })
  await away.close()
  expect(failures).toHaveLength(1)
})
