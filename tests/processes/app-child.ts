// The whole product as a separate process. Started by `forkApp`.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createApp } from '#app/app.ts'
import { readConfig } from '#platform/process/config.ts'
import type { AppOrders } from './app-process.ts'

const [{ env, database, works }] = (await once(process, 'message')) as [AppOrders]
const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
const app = await createApp({ config, database, hasPages: false, works })
// Node would write what it compiled at the end of a process, which a kill takes away.
flushCompileCache()
await app.http.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  await app.leave()
  await app.close()
  process.exit()
})
process.send?.({ port: (app.http.server.address() as AddressInfo).port })
