import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { SentStatement } from '#platform/db/batch.ts'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'

/** A migrated database, as the program connects to it and as its owner does. */
export type Database = { app: pg.ClientConfig; admin: pg.ClientConfig }

/** Runs work on a database of its own, in a cluster that is thrown away afterwards. */
export const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const cluster = await startEmbedded(path.join(folder, 'pg'))
  try {
    const { host, port, password } = cluster
    return await work(await migrate({ admin: { host, port, user: 'postgres', password } }))
  } finally {
    await cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The same statements through bare pg, one after the other in one transaction that reads. */
export const replayOf = (bare: pg.Client, portalId: number, statements: readonly SentStatement[]) => async () => {
  if (statements.length === 0) throw new Error('No statement was sent')
  await bare.query(`begin read only; set local app.portal_id = '${portalId}'`)
  for (const { name, text, values } of statements) await bare.query({ text, values, ...(name && { name }) })
  await bare.query('commit')
}
