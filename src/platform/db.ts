import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

// Ids and counts are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The one transaction of a call, with its portal set. Stores take it first and name their columns. */
export type Tx = Kysely<DB>

type Mode = 'read only' | 'read write'
export type Db = {
  pool: pg.Pool
  /** Runs `work` in one transaction in which only rows of this portal exist. */
  withPortal: <T>(portalId: number, work: (tx: Tx) => Promise<T>, mode?: Mode) => Promise<T>
  /**
   * Runs `work` in one transaction over all portals: finding a portal by its host, jobs, super admins' own lists.
   * Whoever calls it for a person writes the activity log.
   */
  withPlatform: <T>(work: (tx: Tx) => Promise<T>, mode?: Mode) => Promise<T>
  close: () => Promise<void>
}

const statementNames = new Map<string, string>()
const LIMIT_OF_NAMES = 2000

/**
 * The name under which PostgreSQL keeps the plan of a statement. Full-text statements stay unnamed, since their
 * generic plan is slower, and so does whatever is beyond the limit, so that no client collects plans without end.
 */
const nameOf = (sql: string): string | undefined => {
  const known = statementNames.get(sql)
  if (known) return known
  if (sql.includes('@@') || statementNames.size >= LIMIT_OF_NAMES) return undefined
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  statementNames.set(sql, name)
  return name
}

const boundToClient = new WeakMap<pg.PoolClient, Tx>()
const clientOf = new WeakMap<Tx, pg.PoolClient>()
const databaseOf = new WeakMap<Tx, Db>()

/** The database a transaction runs in. */
export const dbOf = (tx: Tx): Db => {
  const db = databaseOf.get(tx)
  if (!db) throw new Error('Not a transaction of a database opened here')
  return db
}

/** What is sent of a statement; one with a name is parsed and planned once on each connection. */
type Sent = { name: string | undefined; text: string; values: unknown[] }

const sentOf = ({ sql, parameters }: CompiledQuery): Sent => ({
  name: nameOf(sql),
  text: sql,
  values: parameters as unknown[],
})

/** A statement as finished text, for calls that run so often that building it would cost more than running it. */
export type Statement<Row> = { name: string | undefined; text: string; row?: Row }

/** Names the text of a statement once; its rows are taken to be of this type. */
export const statement = <Row = unknown>(text: string): Statement<Row> => ({ name: nameOf(text), text })

type Wire = { connection?: { stream: { cork?: () => void; uncork?: () => void } } }
const corked = new WeakSet<pg.PoolClient>()

/** Lets what is asked of a connection at one go travel as one piece: each write of its own would wake the server. */
const together = (client: pg.PoolClient): void => {
  const stream = (client as unknown as Wire).connection?.stream
  if (corked.has(client)) return
  corked.add(client)
  stream?.cork?.()
  process.nextTick(() => {
    corked.delete(client)
    stream?.uncork?.()
  })
}

const firstFailures = new WeakMap<pg.PoolClient, unknown>()

/**
 * Why a statement failed. Statements may be sent without waiting for each other; the ones behind a failed one are all
 * refused as "current transaction is aborted", and whichever is noticed first must tell what really went wrong.
 */
const causeOf = (client: pg.PoolClient, error: unknown): unknown => {
  if ((error as { code?: string })?.code === '25P02') return firstFailures.get(client) ?? error
  if (!firstFailures.has(client)) firstFailures.set(client, error)
  return error
}

const send = async (client: pg.PoolClient, query: Sent): Promise<pg.QueryResult> => {
  together(client)
  try {
    return await client.query(query)
  } catch (error) {
    throw causeOf(client, error)
  }
}

/** One Kysely for each pooled connection, whose statements go straight to that connection. */
const kyselyOn = (client: pg.PoolClient, db: Db): Tx => {
  const known = boundToClient.get(client)
  if (known) return known
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await send(client, sentOf(query))
      return {
        rows: result.rows,
        numAffectedRows: result.rowCount === null ? undefined : BigInt(result.rowCount),
      }
    },
    streamQuery() {
      throw new Error('There is no streaming inside a call')
    },
  }
  const refuse = async () => {
    throw new Error('The call owns its one transaction')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
  const kysely = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  boundToClient.set(client, kysely)
  clientOf.set(kysely, client)
  databaseOf.set(kysely, db)
  return kysely
}

const waitingForCommit = new WeakMap<Tx, (() => void)[]>()

/** Calls `work` in this process right after the transaction has been committed, before its caller goes on; never after a rollback. */
export const afterCommit = (tx: Tx, work: () => void): void => {
  waitingForCommit.set(tx, [...(waitingForCommit.get(tx) ?? []), work])
}

const connectionOf = (tx: Tx): pg.PoolClient => {
  const client = clientOf.get(tx)
  if (!client) throw new Error('Not a transaction of this database')
  return client
}

/** Runs a finished statement in the transaction. What is asked at one go, before an answer is waited for, travels together. */
export const ask = async <Row>(tx: Tx, { name, text }: Statement<Row>, values: unknown[]): Promise<Row[]> =>
  (await send(connectionOf(tx), { name, text, values })).rows

const sentWithCommit = new WeakMap<Tx, Sent[]>()

const leave = (tx: Tx, query: Sent): void => {
  const others = sentWithCommit.get(tx)
  if (others) others.push(query)
  else sentWithCommit.set(tx, [query])
}

/**
 * Leaves a last statement to the end of the transaction: it travels with COMMIT, so that a call which reads and then
 * writes takes two round trips. Nothing can be read from it; when it fails, the transaction fails with its error.
 */
export const sendWithCommit = (tx: Tx, query: CompiledQuery): void => leave(tx, sentOf(query))

/** As `sendWithCommit`, for a finished statement. */
export const askWithCommit = (tx: Tx, { name, text }: Statement<unknown>, values: unknown[]): void =>
  leave(tx, { name, text, values })

/** Runs SQL that comes as text, for libraries that write their own (pg-boss), inside the transaction. */
export const executeSql = async (tx: Tx, text: string, values: unknown[] = []) => {
  const { rows, rowCount } = await connectionOf(tx).query(text, values)
  return { rows, rowCount }
}

/** PostgreSQL refuses a prepared statement whose result type changed under it; its connection must go. */
const isStalePlan = (error: unknown) => (error as { code?: string })?.code === '0A000'

/** Opens the pool under the application's role, which owns no table and so cannot step over the tenant wall. */
export const createDb = (config: pg.PoolConfig): Db => {
  const pool = new pg.Pool({ max: 10, pipeline: true, ...config } as pg.PoolConfig)
  // An idle connection that the server closes is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {})

  const transaction = async <T>(setting: string, work: (tx: Tx) => Promise<T>, mode: Mode): Promise<T> => {
    const client = await pool.connect()
    firstFailures.delete(client)
    let broken: Error | undefined
    try {
      // BEGIN and the setting travel with the first statement: no round trip of their own.
      together(client)
      const begun = client.query(`begin ${mode}; ${setting}`)
      begun.catch((error: unknown) => causeOf(client, error))
      const tx = kyselyOn(client, db)
      waitingForCommit.delete(tx)
      sentWithCommit.delete(tx)
      const result = await work(tx)
      await begun
      together(client)
      const last = (sentWithCommit.get(tx) ?? []).map((query) => client.query(query))
      // All are sent before the first is waited for.
      const [end] = await Promise.all([client.query('commit'), ...last])
      if (end.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      for (const waiting of waitingForCommit.get(tx) ?? []) waiting()
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      if (isStalePlan(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  const db: Db = {
    pool,
    withPortal: (portalId, work, mode = 'read write') => {
      if (!Number.isSafeInteger(portalId)) throw new TypeError('A portal id is needed')
      return transaction(`set local app.portal_id = '${portalId}'`, work, mode)
    },
    withPlatform: (work, mode = 'read write') => transaction('set local role portico_platform', work, mode),
    close: () => pool.end(),
  }
  return db
}
