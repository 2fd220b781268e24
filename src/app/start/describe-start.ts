import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'

/** The last lines of a start: the addresses of the product and, in the demo, who can sign in. */
export const describeStart = async (app: App, config: Config): Promise<string[]> => {
  const portals = await app.db.withPlatform(
    (tx) => tx.selectFrom('portals').select(['slug', 'name']).orderBy('id').execute(),
    'read only',
  )
  const origin = new URL(config.PUBLIC_ORIGIN ?? `http://${config.BASE_HOST}:${config.PORT}`)
  const addresses = portals.map(({ slug, name }) => ({ at: `${origin.protocol}//${slug}.${origin.host}`, name }))
  const width = Math.max(0, ...addresses.map(({ at }) => at.length))
  return ['', ...addresses.map(({ at, name }) => `  ${at.padEnd(width)}  ${name}`), '']
}
