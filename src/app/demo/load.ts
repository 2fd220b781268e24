import type { Config } from '#platform/config.ts'
import type { App } from '../app.ts'

/** Loads the demo on first start, through the same actions that the screens use; a second start finds it there. */
export const loadDemo = async (app: App, _config: Config, say: (message: string) => void): Promise<void> => {
  const portals = await app.db.withPlatform((tx) => tx.selectFrom('portals').select('id').limit(1).execute(), 'read only')
  if (portals.length > 0) return
  say('demo: nothing to load yet')
}
