import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { startDns, type TestDns } from '../../../../tests/dns/name-server.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { startWebServer, type Trouble } from '../../../../tests/tls/web-server.ts'
import { addDomain, checkDomain, listDomains } from '../contract.ts'
import { openByHttps } from './https.ts'

const TARGET = 'portals.platform-tests.com'
const env: Record<string, string> = { DOMAIN_TARGET: TARGET }
const folder = mkdtempSync(path.join(tmpdir(), 'portico-https-'))
let dns: TestDns
let web: Awaited<ReturnType<typeof startWebServer>>
beforeAll(async () => {
  dns = await startDns()
  web = await startWebServer()
  dns.set(TARGET, { A: ['203.0.113.7'] })
  const file = path.join(folder, 'authority.pem')
  writeFileSync(file, web.authority)
  Object.assign(env, { DNS_SERVERS: dns.address, HTTPS_CHECK: web.address, HTTPS_CHECK_CA: file })
})
afterAll(async () => {
  await Promise.all([dns.close(), web.close()])
  rmSync(folder, { recursive: true })
})
const t = testApp({ env })

const shown = async (who: TestPerson, host: string) => {
  const domain = (await t.as(who).call(listDomains)).data.find((one) => one.host === host)
  if (!domain) throw new Error(`${host} is not listed`)
  return domain
}
const check = async (who: TestPerson, host: string) => {
  await t.as(who).call(checkDomain, { params: { id: (await shown(who, host)).id } })
  await t.app.jobs.drain()
  return shown(who, host)
}
/** Adds a domain whose records are right from the start. */
const addProved = async (who: TestPerson, host: string) => {
  await t.as(who).call(addDomain, { body: { host } })
  await t.app.jobs.drain()
  dns.set(`_portico-challenge.${host}`, { TXT: [(await shown(who, host)).records[0]?.values[0] ?? ''] })
  for (const name of [host, `content.${host}`]) dns.set(name, { CNAME: TARGET })
  return check(who, host)
}
const allowed = async (domain: string) => {
  const { statusCode } = await t.app.http.inject({ url: `/internal/tls-allowed?domain=${domain}` })
  return statusCode
}

test.each<[Trouble, string, string[]]>([
  ['no_certificate', 'no_certificate', []],
  ['wrong_host', 'wrong_host', ['other.web-server-tests.com']],
  ['untrusted', 'untrusted', []],
  ['expired', 'expired', []],
  ['bad_gateway', 'refused', ['HTTP 502']],
])(
  'with right records and the trouble %s a domain waits for HTTPS, and becomes active once it opens (PRT-110, PRT-093, OPS-010, OPS-021)',
  async (trouble, state, found) => {
    const who = await t.make.person('portal_admin')
    const host = `learn.${trouble.replace('_', '-')}-tests.com`
    web.set(host, trouble)
    const waiting = await addProved(who, host)
    expect(waiting).toMatchObject({ status: 'processing', is_primary: false, may_be_primary: false })
    const answers = waiting.records.filter(({ purpose }) => purpose === 'https')
    expect(answers.map((one) => [one.name, one.state, one.found])).toEqual([
      [host, state, found],
      [`content.${host}`, 'ok', []],
    ])
    expect(answers[0]?.advice).toMatch(/\.$/)
    // The web server may get its certificate, but no links lead there yet.
    expect([await allowed(host), await allowed(`content.${host}`)]).toEqual([200, 200])
    expect((await t.app.http.inject({ url: '/api/v1/portal', headers: { host } })).statusCode).toBe(404)
    web.set(host, null)
    expect(await check(who, host)).toMatchObject({ status: 'active', is_primary: true })
    web.set(host, trouble)
    const warned = await check(who, host)
    expect([warned.status, warned.failing_since === null, warned.is_primary]).toEqual(['active', false, false])
  },
)

test('a domain with wrong records is not opened and gets no certificate (PRT-110, OPS-010)', async () => {
  const who = await t.make.person('portal_admin')
  const host = 'learn.elsewhere-tests.com'
  await t.as(who).call(addDomain, { body: { host } })
  await t.app.jobs.drain()
  const { status, records } = await shown(who, host)
  expect([status, records.some(({ purpose }) => purpose === 'https')]).toEqual(['pending', false])
  expect(web.opened).not.toContain(host)
  expect(await allowed(host)).toBe(404)
})

test('a server that does not answer times out, and one that is down refuses (PRT-110)', async () => {
  web.set('silent.https-tests.com', 'timeout')
  const at = { addresses: ['127.0.0.1'], port: web.port, authorities: [web.authority] }
  expect(await openByHttps('silent.https-tests.com', at, 300)).toEqual({ state: 'timeout', found: [] })
  const away = { ...at, port: await freePort() }
  expect(await openByHttps('away.https-tests.com', away)).toEqual({ state: 'refused', found: [] })
  expect(await openByHttps('away.https-tests.com', { ...at, addresses: [] })).toEqual({ state: 'refused', found: [] })
  expect(await openByHttps('right.https-tests.com', at)).toEqual({ state: null, found: [] })
  expect(await openByHttps('right.https-tests.com', { ...at, authorities: [] })).toMatchObject({ state: 'untrusted' })
})
