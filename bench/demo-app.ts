import path from 'node:path'
import type pg from 'pg'
import { type App, createApp } from '#app/app.ts'
import { ensureDemo } from '#app/demo/ensure.ts'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { readConfig } from '#platform/process/config.ts'

export type Demo = { app: App; database: pg.ClientConfig; admin: pg.ClientConfig; stop: () => Promise<void> }

/** The product with its demo over a database of its own below `dataDir`, as it is served in production; nothing listens yet. */
export const startDemo = async (root: string, dataDir: string): Promise<Demo> => {
  const server = await startEmbedded(path.join(dataDir, 'postgres'))
  const { host, port, password } = server
  const migrated = await migrate({ admin: { host, port, user: 'postgres', password } })
  const env = {
    NODE_ENV: 'production',
    PORTICO_DEMO: 'on',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    CALLS_PER_MINUTE: '1000000000',
  }
  const config = readConfig(env, root)
  const app = await createApp({ config, database: migrated.app, works: false })
  await ensureDemo(app, config, { step: () => {}, progress: () => {} })
  return {
    app,
    database: migrated.app,
    admin: migrated.admin,
    stop: async () => {
      await app.close()
      await server.stop()
    },
  }
}
