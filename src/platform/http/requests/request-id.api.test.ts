import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { readConfig } from '../../process/config.ts'
import { createTrust } from './request-id.ts'

const t = testApp({ env: { TRUST_PROXY: '127.0.0.1' } })
const alone = testApp()
let person: TestPerson
let port = 0
let alonePort = 0
beforeAll(async () => {
  person = await t.make.person('learner')
  await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  await alone.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.http.server.address() as AddressInfo).port
  alonePort = (alone.app.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  await t.app.http.close()
  await alone.app.http.close()
})

const idFor = (sent: string, to = port): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { host: person.portal.host, 'x-request-id': sent }
    send({ host: '127.0.0.1', port: to, path: '/api/v1/health', headers }, (answer: IncomingMessage) => {
      answer.resume()
      resolve(String(answer.headers['x-request-id']))
    })
      .on('error', reject)
      .end()
  })

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the id of a request (OPS-049)', () => {
  test('a balancer that is trusted names it, if the name is well-formed (OPS-049)', async () => {
    for (const good of ['0af7651916cd43dd8448eb211c80319c', 'req_12345678', 'Root.1-67891233-abcdef', 'a'.repeat(64)])
      expect(await idFor(good)).toBe(good)
    for (const bad of ['short', 'a'.repeat(65), 'has a space', 'semi;colon-123', '-leading-dash', '<script>alert(1)'])
      expect(await idFor(bad)).toMatch(UUID)
  })

  test('nobody else does (OPS-049)', async () => {
    expect(await idFor('req_12345678', alonePort)).toMatch(UUID)
  })

  test.each<[string, string, boolean]>([
    ['loopback', '127.0.0.9', true],
    ['loopback', '::1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '10.0.0.1', false],
    ['uniquelocal', '192.168.3.4', true],
    ['uniquelocal', 'fd00::1', true],
    ['linklocal', 'fe80::1', true],
    ['10.1.0.0/16', '10.1.200.3', true],
    ['10.1.0.0/16', '10.2.0.1', false],
    ['10.0.0.1, 2001:db8::/32', '2001:db8::7', true],
    ['10.0.0.1', '', false],
  ])('TRUST_PROXY=%s believes %s: %s (OPS-049)', (setting, remoteAddress, isTrusted) => {
    const { TRUST_PROXY } = readConfig({ NODE_ENV: 'test', DATA_DIR: t.config.data_dir, TRUST_PROXY: setting }, '/')
    expect(createTrust(TRUST_PROXY)({ socket: { remoteAddress } } as IncomingMessage)).toBe(isTrusted)
  })
})
