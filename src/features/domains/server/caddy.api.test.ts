import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { openByHttps } from './https.ts'

const hasCaddy = () => {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const OPERATIONS = path.resolve(import.meta.dirname, '../../../../docs/operations.md')
/** The Caddyfile in the documentation. */
const documented = () => /```\n(\{\n[\s\S]*?)```/.exec(readFileSync(OPERATIONS, 'utf8'))?.[1] ?? ''

/** Differences in tests: ports, file locations, and certificates from an authority that Caddy creates. */
const adapted = (program: number, ports: { http: number; https: number }, folder: string) =>
  documented()
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${program}`)
    .replace(
      '{\n',
      `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tstorage file_system ${folder}\n`,
    )

describe.skipIf(!hasCaddy())('Caddy with the documented Caddyfile', () => {
  const t = testApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-caddy-'))
  const root = path.join(folder, 'pki/authorities/local/root.crt')
  let caddy: ChildProcess
  let port = 0
  beforeAll(async () => {
    await t.app.http.listen({ port: 0, host: '127.0.0.1' })
    const program = (t.app.http.server.address() as AddressInfo).port
    port = await freePort()
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(file, adapted(program, { http: await freePort(), https: port }, folder))
    caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: folder },
      stdio: 'ignore',
    })
    await vi.waitFor(() => expect(existsSync(root)).toBe(true), { timeout: 30_000, interval: 100 })
  }, 60_000)
  afterAll(async () => {
    const hasEnded = new Promise((resolve) => caddy.once('exit', resolve))
    caddy.kill()
    await hasEnded
    rmSync(folder, { recursive: true })
  })

  const server = () => ({ addresses: ['127.0.0.1'], port, authorities: [readFileSync(root, 'utf8')] })
  const get = (host: string, url: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      https
        .get({
          ...{ host: '127.0.0.1', port, path: url, servername: host, headers: { host } },
          ...{ ca: readFileSync(root), agent: false },
        })
        .on('response', (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        .on('error', reject)
    })

  test('it asks before it gets a certificate: portals and waiting domains are served, unknown hosts are not (OPS-020, OPS-010, PRT-110)', async () => {
    const portal = await t.make.portal()
    const add = (host: string, status: 'processing' | 'pending_validation') =>
      t.platform((tx) => tx.insertInto('custom_domains').values({ portal_id: portal.id, host, status }).execute())
    const [waiting, unproved] = ['learn.caddy-tests.com', 'early.caddy-tests.com']
    await add(waiting, 'processing')
    await add(unproved, 'pending_validation')
    for (const name of [portal.host, `content.${portal.host}`, waiting, `content.${waiting}`])
      await vi.waitFor(async () =>
        expect([name, await openByHttps(name, server())]).toEqual([name, { state: null, found: [] }]),
      )
    for (const name of ['unknown.caddy-tests.com', 'nobody.localhost', unproved])
      expect([name, await openByHttps(name, server())]).toEqual([name, { state: 'no_certificate', found: [] }])
    // The web server’s endpoint stays closed to everyone outside.
    expect(await get(portal.host, `/internal/tls-allowed?domain=${portal.host}`)).toBe(404)
    expect(await get(portal.host, '/api/v1/portal')).toBe(200)
  })
})
