import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'

const SECRET = 'a secret between two servers of the tests'
const t = testApp({ env: { TLS_ASK_SECRET: SECRET } })

const ask = (
  domain: string | undefined,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
  rest = '',
) =>
  t.app.http
    .inject({ url: `/internal/tls-allowed?${domain ? `domain=${domain}` : ''}${rest}`, headers, remoteAddress })
    .then(({ statusCode }) => statusCode)

test('a certificate is allowed only for portals, active domains and their content hosts (OPS-010)', async () => {
  const portal = await t.make.portal()
  const domain = (host: string, status: 'active' | 'pending_validation') =>
    t.platform((tx) => tx.insertInto('custom_domains').values({ portal_id: portal.id, host, status }).execute())
  const active = 'learn.certificates-tests.com'
  await domain('waits.certificates-tests.com', 'pending_validation')
  expect(await ask('waits.certificates-tests.com')).toBe(404)
  await domain(active, 'active')
  for (const allowed of [active, active.toUpperCase(), `content.${active}`, portal.host, `content.${portal.host}`])
    expect([allowed, await ask(allowed)]).toEqual([allowed, 200])
  for (const refused of [
    undefined,
    'unknown.example.com',
    `x.${active}`,
    'no-such-portal.localhost',
    'a%00b.com',
    '..',
  ])
    expect([refused, await ask(refused)]).toEqual([refused, 404])
})

test('only the local machine without a proxy, or a caller with the secret, gets an answer (OPS-010)', async () => {
  const portal = await t.make.portal()
  const secret = `&token=${encodeURIComponent(SECRET)}`
  expect(await ask(portal.host, {}, '198.51.100.9')).toBe(404)
  expect(await ask(portal.host, { 'x-forwarded-for': '198.51.100.9' })).toBe(404)
  expect(await ask(portal.host, { forwarded: 'for=198.51.100.9' })).toBe(404)
  expect(await ask(portal.host, {}, '198.51.100.9', '&token=wrong')).toBe(404)
  expect(await ask(portal.host, {}, '198.51.100.9', secret)).toBe(200)
})

test('the secret has to be the right one, and it answers 600 requests a minute (OPS-010)', async () => {
  const portal = await t.make.portal()
  const from = '198.51.100.10'
  for (const token of ['', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase()])
    expect(await ask(portal.host, {}, from, `&token=${encodeURIComponent(token)}`)).toBe(404)
  let answers = 0
  while ((await ask(undefined)) === 404) answers += 1
  expect(await ask(undefined)).toBe(429)
  expect(answers).toBeLessThanOrEqual(600)
  expect(answers).toBeGreaterThan(500)
})
