import fs from 'node:fs'
import path from 'node:path'
import { DATA_FOLDER_PARTS } from '#platform/files/data-folder.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import type { StartSteps } from '../start/start-steps.ts'

/** Stands in the data folder while the demo is being loaded. */
const markerOf = (config: Config) => path.join(config.data_dir, 'demo.loading')

/** Removes a demo whose loading was interrupted, so that the start begins from scratch; a complete one stays. */
export const clearInterruptedDemo = (config: Config): boolean => {
  if (!fs.existsSync(markerOf(config))) return false
  for (const name of DATA_FOLDER_PARTS.filter((part) => part !== 'secret'))
    fs.rmSync(path.join(config.data_dir, name), { recursive: true, force: true })
  return true
}

/** Loads the demo on the first start. Another start finds it there, and does not even load the code for it. */
export const ensureDemo = async (
  app: App,
  config: Config,
  steps: Pick<StartSteps, 'step' | 'progress'>,
): Promise<void> => {
  const portals = await app.db.withPlatform(
    (tx) => tx.selectFrom('portals').select('id').limit(1).execute(),
    'read only',
  )
  if (portals.length > 0) return
  const { loadDemo } = await import('./load.ts')
  fs.writeFileSync(markerOf(config), '')
  await loadDemo(app, config, steps)
  fs.rmSync(markerOf(config))
}
