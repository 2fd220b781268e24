import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { appConnection } from '#platform/db/migrate-roles.ts'
import type { Pooler } from '#platform/db/pooling/pooler.ts'

export interface TestDatabase {
  name: string
  /** Connects as the program does: row-level security holds. */
  app: pg.ClientConfig
  /** Connects as the superuser, who bypasses row-level security: for builders and for looking behind a wall. */
  owner: pg.ClientConfig
  /** The way of calls, where a test has put a pooler before the database. */
  pooler?: Pooler
  /** Where public reads go, where a test has a replica. */
  replica?: pg.PoolConfig
  /** Ends every connection to the database and removes it. */
  drop(): Promise<void>
}

/** A fresh copy of the migrated template or of another one, made in shared memory. The caller drops it. */
export async function createTestDatabase(template = cluster().template): Promise<TestDatabase> {
  const { admin } = cluster()
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    name,
    app: appConnection(admin, name),
    owner: { ...admin, database: name },
    drop: () => dropDatabase(admin, name),
  }
}

/**
 * Makes a further template once in a run: a copy of the migrated one after `prepare`. Of several workers the first does it,
 * and the others wait for its lock.
 */
export async function makeTemplate(name: string, prepare: (database: TestDatabase) => Promise<void>): Promise<string> {
  const { admin } = cluster()
  await asAdmin(admin, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const database = await createTestDatabase()
    await prepare(database)
    await client.query(`alter database ${database.name} rename to ${name}`)
  })
  return name
}

/**
 * Brings the planner's statistics of a table up to date with what is committed. The program's roles may not: PostgreSQL
 * skips it for them without an error.
 */
export async function analyze({ pool }: Db, table: string): Promise<void> {
  const { host, port, database } = pool.options
  const client = new pg.Client({ host, port, database, user: 'postgres' } as pg.ClientConfig)
  await client.connect()
  try {
    await client.query(`analyze ${table}`)
  } finally {
    await client.end()
  }
}

/** An empty database, for code that sets one up itself. */
export function emptyDatabase() {
  const { admin } = cluster()
  const name = `empty_${process.pid}_${randomBytes(6).toString('hex')}`
  return { admin, name, drop: () => dropDatabase(admin, name) }
}

function cluster() {
  const { template, password, ...server } = inject('pg')
  const admin: pg.ClientConfig = { ...server, ...(password === null ? {} : { password }) }
  return { admin, template }
}

const dropDatabase = (admin: pg.ClientConfig, name: string) =>
  asAdmin(admin, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)))

async function asAdmin<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...admin, database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
