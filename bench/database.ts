import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'

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

type Statement = { name?: string; text: string; values: unknown[] }

/** The statements that a piece of work sends between BEGIN and COMMIT, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const original = pg.Client.prototype.query
  const found: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [Statement | string]
    if (typeof given === 'object' && given.text) found.push({ ...given })
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  if (found.length === 0) throw new Error('No statement was sent')
  return found
}

/** The same statements through bare pg, one after the other in one transaction that reads. */
export const replayOf = (bare: pg.Client, portalId: number, statements: readonly Statement[]) => async () => {
  await bare.query(`begin read only; set local app.portal_id = '${portalId}'`)
  for (const statement of statements) await bare.query(statement)
  await bare.query('commit')
}
