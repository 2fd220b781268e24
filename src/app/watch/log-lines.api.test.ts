import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPortalToken } from '#features/two-way-api/contract.ts'
import { headersOf, type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../tests/processes/app-process.ts'

const t = testApp()

let child: AppProcess
// Nothing listens there: mails fail, which is a line of a job.
beforeAll(async () => {
  child = await forkApp(t, {
    works: true,
    isHeard: true,
    env: { LOG_LEVEL: 'debug', SMTP_URL: 'smtp://me:s3cret-of-mail@127.0.0.1:9' },
  })
})
afterAll(() => child.kill())

type Line = { level: number; time: number; msg: string; request_id?: string; job?: string }
/** What the process has printed, a line each: a text that is no JSON fails here. */
const lines = (): Line[] =>
  child
    .said()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

const call = async (
  who: TestPerson | TestPortal,
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: object; headers?: Record<string, string> } = {},
) => {
  const sent = http.request({
    host: '127.0.0.1',
    port: child.port,
    method,
    path,
    headers: { ...headersOf(t.config, who), 'content-type': 'application/json', ...headers },
  })
  sent.end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
  return { status: answer.statusCode ?? 0, id: String(answer.headers['x-request-id']), body: await text(answer) }
}

test('each line of a process is JSON; those of a call and of the jobs it led to carry its id, and none has a secret (OPS-049, OPS-050, OPS-003)', async () => {
  const person = await t.make.person('portal_admin')
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { token } = (
    await t.as(person).call(createPortalToken, { body: { name: 'HR', scopes: ['people:read'], expires_at } })
  ).data
  const { portal, email } = person
  const forgot = await call(portal, '/api/v1/forgot-password', { method: 'POST', body: { email } })
  expect(forgot.status, forgot.body).toBeLessThan(300)
  const wrong = await call(portal, '/api/v1/login', { method: 'POST', body: { email, password: 'Wrong-pass-77!' } })
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const read = await call(portal, '/api/v1/sync/people?token=abc-of-link', { headers })
  const me = await call(person, '/api/v1/me')
  const ids = [forgot, wrong, read, me].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)

  // The mail of the link fails in a job, in another transaction and after the answer.
  const ofJob = () => lines().filter(({ job }) => job !== undefined)
  await expect.poll(() => ofJob().map(({ request_id }) => request_id), { timeout: 30_000 }).toContain(forgot.id)
  expect(ofJob().filter(({ request_id: id }) => id !== undefined && id !== forgot.id)).toEqual([])
  // Each call has lines of its own, which name no other call.
  for (const id of ids) expect(lines().filter(({ request_id }) => request_id === id).length, id).toBeGreaterThan(0)
  for (const line of lines())
    expect([typeof line.level, typeof line.time, typeof line.msg]).toEqual(['number', 'number', 'string'])

  const link = await t.platform(
    async (tx) =>
      (await tx.selectFrom('mails').select('text').where('to_email', '=', email).executeTakeFirstOrThrow()).text,
  )
  const linkToken = /token=([\w-]+)/.exec(link)?.[1] ?? ''
  expect(linkToken.length).toBeGreaterThan(20)
  for (const secret of [
    linkToken,
    token,
    person.token,
    'Wrong-pass-77!',
    'abc-of-link',
    's3cret-of-mail',
    t.config.secret,
  ])
    expect(child.said(), secret).not.toContain(secret)
})
