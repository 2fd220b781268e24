import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startDns } from '../../dns/name-server.ts'
import { startWebServer } from '../../tls/web-server.ts'
import { startApp } from './app.ts'

/** The host to which custom domains lead in journeys. */
export const DNS_TARGET = 'portals.platform-tests.com'

/** Starts the product for all journeys, with people for every try. They find it through JOURNEYS_ORIGIN. */
export default async function setup({ projects }: FullConfig) {
  // Playwright applies this option to its projects only after the setup.
  const repeated = Number(/--repeat-each[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 1)
  const dns = await startDns()
  const web = await startWebServer()
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-journeys-web-'))
  const authority = path.join(folder, 'authority.pem')
  writeFileSync(authority, web.authority)
  const app = await startApp({
    ...{ DNS_SERVERS: dns.address, DOMAIN_TARGET: DNS_TARGET },
    ...{ HTTPS_CHECK: web.address, HTTPS_CHECK_CA: authority },
    // Web sites of journeys run on this machine.
    FETCH_NETWORKS: '127.0.0.1/32',
  })
  await app.addPeople(
    projects.map(({ name, repeatEach, retries }) => ({
      name,
      tries: Math.max(repeatEach, repeated) * (retries + 1),
    })),
  )
  process.env.JOURNEYS_ORIGIN = app.origin
  process.env.JOURNEYS_DNS = dns.control
  process.env.JOURNEYS_WEB_SERVER = web.control
  return async () => {
    await app.stop()
    await Promise.all([dns.close(), web.close()])
    rmSync(folder, { recursive: true })
  }
}
