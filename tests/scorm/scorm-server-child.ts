import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { createApp } from '#app/app.ts'
import { readConfig } from '#platform/process/config.ts'

/** The input of a server in a separate process, as JSON in its only argument. It replies with its port. */
export type ServerSettings = { database: pg.PoolConfig; secret: string; data_dir: string }

const { database, secret, data_dir } = JSON.parse(process.argv[2] ?? '') as ServerSettings
const config = readConfig(
  { NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET: secret, DATA_DIR: data_dir },
  path.resolve(import.meta.dirname, '../..'),
)
const app = await createApp({ config, database, hasPages: false, works: false })
await app.http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(String((app.http.server.address() as AddressInfo).port))
