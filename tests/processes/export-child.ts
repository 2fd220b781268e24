// Makes an export in a separate process, which kills itself in the middle of the file. Started by the export tests.
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { createApp } from '#app/app.ts'
import { jobHandlers } from '#app/features.ts'
import { readConfig } from '#platform/process/config.ts'

/** The input of the process, as JSON in its only argument. */
export type ExportOrders = {
  env: Record<string, string>
  database: pg.PoolConfig
  portal_id: number
  export_id: number
  /** The process kills itself after this many bytes. */
  dies_at: number
}

const { env, database, dies_at: diesAt, ...data } = JSON.parse(process.argv[2] ?? '') as ExportOrders
const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
const app = await createApp({ config, database, hasPages: false, works: false })
const { files } = app.services
const put = files.put

async function* dying(contents: Readable) {
  let sent = 0
  for await (const piece of contents) {
    yield piece
    sent += piece.length
    if (sent < diesAt) continue
    fs.writeSync(1, 'dying')
    process.kill(process.pid, 'SIGKILL')
  }
}
files.put = (key, contents) => put(key, Readable.from(dying(contents as Readable), { objectMode: false }))
const handler = jobHandlers(app.services).find(({ job }) => job.name === 'exports.make')
await handler?.run(data as never, { db: app.db, now: new Date(), signal: new AbortController().signal })
