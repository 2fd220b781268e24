import type { Config } from '#platform/config.ts'
import type { App } from '../app.ts'

/** Loads the demo on first start, through the same actions that the screens use; a second start finds it there. */
export const loadDemo = async (app: App, _config: Config, say: (message: string) => void): Promise<void> => {
  const portals = await app.db.withPlatform(
    (tx) => tx.selectFrom('portals').select('id').limit(1).execute(),
    'read only',
  )
  if (portals.length > 0) return
  await app.db.withPlatform(async (tx) => {
    await tx
      .insertInto('portals')
      .values({
        slug: 'core',
        name: 'Portico Academy',
        status: 'active',
        logo: '/logo.svg',
        is_marketable: true,
        has_blog: true,
        has_course_catalog: true,
      })
      .execute()
    await tx.insertInto('companies').values({ portal_id: 1, name: 'Portico Academy' }).execute()
  })
  say('demo: core portal')
}
