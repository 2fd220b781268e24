// The API in a separate process that a test can kill. It reads its database from a message of its parent, and
// replies with the port it listens on.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { createApp } from '#app/app.ts'
import { readConfig } from '#platform/process/config.ts'

const [{ database, env }] = (await once(process, 'message')) as [
  { database: pg.ClientConfig; env: Record<string, string> },
]
const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
const app = await createApp({ config, database: { ...database, max: 4 }, hasPages: false, works: false })
await app.http.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit())
process.send?.({ port: (app.http.server.address() as AddressInfo).port })
