import type { FullConfig } from '@playwright/test'
import { startDns } from '../../dns/name-server.ts'
import { startApp } from './app.ts'

/** The host to which custom domains lead in journeys. */
export const DNS_TARGET = 'portals.platform-tests.com'

/** Starts the product for all journeys, with people for every try of them; they find it by JOURNEYS_ORIGIN. */
export default async function setup({ projects }: FullConfig) {
  // Playwright takes this option into its projects only after the set-up.
  const repeated = Number(/--repeat-each[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 1)
  const dns = await startDns()
  const app = await startApp({ DNS_SERVERS: dns.address, DOMAIN_TARGET: DNS_TARGET })
  await app.addPeople(
    projects.map(({ name, repeatEach, retries }) => ({
      name,
      tries: Math.max(repeatEach, repeated) * (retries + 1),
    })),
  )
  process.env.JOURNEYS_ORIGIN = app.origin
  process.env.JOURNEYS_DNS = dns.control
  return async () => {
    await app.stop()
    await dns.close()
  }
}
