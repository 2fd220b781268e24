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
import { isTracing, traced } from '../watch/trace.ts'
import type { Answer, SentStatement, Waiting } from './batch.ts'
import {
  awaited,
  BEGIN,
  COMMIT,
  endNow,
  endOpen,
  forgetNames,
  keepOrder,
  leaveOpen,
  nameOf,
  post,
  put,
  type Statement,
  statement,
} from './db-messages.ts'
import type { DB } from './db-types.ts'
import { ACTING, beginPlanning, PLATFORM, type Planning, PORTAL, plan, type Scope } from './planning.ts'
import { waitingForCommit } from './transactions/after-commit.ts'

export { type Statement, statement } from './db-messages.ts'
export { afterCommit } from './transactions/after-commit.ts'

// Ids and counts are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A transaction in a trace: no statement and no value. */
const SPAN = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const

/** The one transaction of a call, with its portal set. Stores take it first and name their columns. */
export type Tx = Kysely<DB>

/** `repeatable read` reads one state of the database in all its statements, and writes nothing. */
type Mode = 'read only' | 'repeatable read' | 'read write'
export type Db = {
  pool: pg.Pool
  /**
   * Runs `work` in one transaction in which only rows of this portal exist. `acting` says who changes something in it, for
   * what triggers record (`actingIn`).
   */
  withPortal: <T>(portalId: number, work: (tx: Tx) => Promise<T>, mode?: Mode, acting?: string) => Promise<T>
  /**
   * Runs `work` in one transaction over all portals: to find a portal by its host, in jobs, and for super admins' own
   * lists. A caller that acts for a person writes the activity log.
   */
  withPlatform: <T>(work: (tx: Tx) => Promise<T>, mode?: Mode) => Promise<T>
  close: () => Promise<void>
}

const boundToClient = new WeakMap<pg.PoolClient, Tx>()
const clientOf = new WeakMap<Tx, pg.PoolClient>()
const databaseOf = new WeakMap<Tx, Db>()

/** The database a transaction runs in; of one on a replica it is the primary. */
export const dbOf = (tx: Tx): Db => {
  const db = databaseOf.get(tx)
  if (!db) throw new Error('Not a transaction of a database opened here')
  return db
}

const sentOf = ({ sql, parameters }: CompiledQuery): SentStatement => ({
  name: nameOf(sql),
  text: sql,
  values: parameters as unknown[],
})

/** in_failed_sql_transaction, invalid_sql_statement_name */
const FOLLOWING = new Set(['25P02', '26000'])
const firstFailures = new WeakMap<pg.PoolClient, unknown>()

/**
 * Why a statement failed. Statements may be sent without waiting for each other. After a failed one the others fail
 * with "current transaction is aborted" or as not prepared, and the first one noticed must report what really went
 * wrong.
 */
const causeOf = (client: pg.PoolClient, error: unknown): unknown => {
  if (FOLLOWING.has((error as { code?: string })?.code ?? '')) return firstFailures.get(client) ?? error
  if (!firstFailures.has(client)) firstFailures.set(client, error)
  return error
}

const send = async (client: pg.PoolClient, query: SentStatement, planning: Planning): Promise<Answer> => {
  try {
    plan(client, planning)
    return await post(client, query)
  } catch (error) {
    // Where it was asked, instead of where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw causeOf(client, error)
  }
}

/** One Kysely for each pooled connection, whose statements go straight to that connection. */
const kyselyOn = (client: pg.PoolClient, db: Db): Tx => {
  const existing = boundToClient.get(client)
  if (existing) return existing
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await send(client, sentOf(query), 'auto')
      return {
        rows: result.rows as R[],
        numAffectedRows: result.row_count === null ? undefined : BigInt(result.row_count),
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

/**
 * Waits for several pieces of work in one transaction, whose statements travel together. Fails with the error of the
 * first that failed, and only after all have ended: no statement may follow a rollback.
 */
export const together = async <T extends readonly unknown[] | []>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  await Promise.allSettled(works)
  return Promise.all(works)
}

const connectionOf = (tx: Tx): pg.PoolClient => {
  const client = clientOf.get(tx)
  if (!client) throw new Error('Not a transaction of this database')
  return client
}

/**
 * Runs a prepared statement in the transaction, with one plan for all values. Statements that are sent before an answer
 * is awaited travel together.
 */
export const ask = async <Row>(tx: Tx, { name, text }: Statement<Row>, values: unknown[]): Promise<Row[]> =>
  (await send(connectionOf(tx), { name, text, values }, 'force_generic_plan')).rows as Row[]

const memos = new WeakMap<Tx, Map<string, Promise<unknown>>>()

/** Finds something out once in a transaction, whichever of its reads ask for it by this name; the next one asks again. */
export const onceIn = <T>(tx: Tx, name: string, find: () => Promise<T>): Promise<T> => {
  const memo = memos.get(tx) ?? new Map<string, Promise<unknown>>()
  memos.set(tx, memo)
  const value = (memo.get(name) as Promise<T> | undefined) ?? find()
  memo.set(name, value)
  return value
}

const assumptions = new WeakMap<Tx, Promise<Answer>[]>()
const secondRuns = new WeakSet<Tx>()

/** What `must_still_hold` fails with. */
const NOT_ANY_MORE = 'PT001'

/** Whether the transaction may decide from what its process knows. Its second run may not: the proof has failed. */
export const mayAssume = (tx: Tx): boolean => !secondRuns.has(tx)

/**
 * Continues with what this process knows. The statement checks `must_still_hold` and travels with the next statements,
 * so nothing waits for it. If the check fails, the transaction changes nothing and its work runs again without
 * assumptions, so it must be work that may run twice. Returns the statement's row.
 */
export const assume = <Row>(tx: Tx, { name, text }: Statement<Row>, values: unknown[]): Promise<Row | undefined> => {
  const answer = send(connectionOf(tx), { name, text, values }, 'force_generic_plan')
  assumptions.set(tx, [...(assumptions.get(tx) ?? []), answer])
  const row = answer.then(({ rows: [first] }) => first as Row | undefined)
  row.catch(() => {})
  return row
}

/** Why an assumption of the transaction failed; null if it did not. */
const refuted = async (tx: Tx): Promise<unknown> => {
  for (const one of await Promise.allSettled(assumptions.get(tx) ?? []))
    if (one.status === 'rejected' && one.reason?.code === NOT_ANY_MORE) return one.reason
  return null
}

const sentWithCommit = new WeakMap<Tx, { waiting: Waiting; answer: Promise<Answer> }[]>()

/**
 * The answer of a statement that was left to the end. It comes when the transaction is committed, so use it in
 * `afterCommit`: work that waits for it waits for itself. (It is not a promise, so that nobody waits by returning it.)
 */
export type LastStatement<Row> = { rows: Promise<Row[]> }

/**
 * Leaves a last statement to the end of the transaction: it travels with COMMIT, so that a call which reads and then
 * writes takes two round trips. When it fails, the transaction fails with its error.
 */
export const askWithCommit = <Row>(tx: Tx, { name, text }: Statement<Row>, values: unknown[]): LastStatement<Row> => {
  const pending = awaited({ name, text, values })
  const others = sentWithCommit.get(tx)
  if (others) others.push(pending)
  else sentWithCommit.set(tx, [pending])
  const rows = pending.answer.then(({ rows }) => rows as Row[])
  rows.catch(() => {})
  return { rows }
}

/** A finished statement with its values. */
export type StatementCall = [Statement<unknown>, unknown[]]

/** Statements made of several, by the names of these. */
const joined = new Map<string, Statement<unknown>>()

/** Several writes as one statement; each is asked with its own values, counted on. */
const joinedOf = (writes: readonly StatementCall[]): Statement<unknown> => {
  const names = writes.map(([{ name }]) => name)
  const key = names.join()
  const existing = joined.get(key)
  if (existing) return existing
  let before = 0
  const texts = writes.map(([{ text }, own]) => {
    const counted = text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += own.length
    return counted
  })
  const parts = texts.slice(0, -1).map((text, at) => `part${at} as (${text})`)
  const combined = statement(`with ${parts.join(', ')} ${texts.at(-1)}`)
  if (combined.name && names.every(Boolean)) joined.set(key, combined)
  return combined
}

/**
 * As `askWithCommit`, for several writes at once, which the server then takes as one statement: each has its own rows, and
 * none reads what another writes. The last runs first, and its rows are the answer.
 */
export const askTogetherWithCommit = <Row>(tx: Tx, writes: readonly StatementCall[]): LastStatement<Row> => {
  const [[one] = []] = writes
  if (!one) return { rows: Promise.resolve([]) }
  const whole = (writes.length === 1 ? one : joinedOf(writes)) as Statement<Row>
  return askWithCommit(
    tx,
    whole,
    writes.flatMap(([, own]) => own),
  )
}

/** Runs SQL that comes as text, for libraries that write their own (pg-boss), inside the transaction. */
export const executeSql = async (tx: Tx, text: string, values: unknown[] = []) => {
  const { rows, rowCount } = await connectionOf(tx).query(text, values)
  return { rows, rowCount }
}

const MOST_CONNECTIONS = 10

/**
 * PostgreSQL refuses a prepared statement whose result type changed under it, as a migration of the next version does. Its
 * connection must go, and the transaction, of which nothing has happened, runs again on another one, which may be as old.
 */
const isStalePlan = (error: unknown) => (error as { code?: string })?.code === '0A000'

const BEGINNING: Record<Mode, SentStatement> = {
  'read only': { ...statement('begin read only'), values: [] },
  'repeatable read': { ...statement('begin isolation level repeatable read read only'), values: [] },
  'read write': BEGIN,
}

/** A pooler in transaction mode: each transaction may run on another connection of the server. */
export type Pooling = {
  /** Whether it keeps named statements on whichever connection it uses (PgBouncer from 1.21 on). */
  keepsNames: boolean
}

/**
 * Opens the pool under the application's role, which owns no table and so cannot step over the tenant wall. `primary` is
 * the database whose replica this one is.
 */
export const createDb = (config: pg.PoolConfig, pooling?: Pooling, primary?: Db): Db => {
  const pool = new pg.Pool({ max: MOST_CONNECTIONS, pipeline: true, ...config } as pg.PoolConfig)
  // An idle connection that the server closes is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that is lost in the middle of a call; what waits for it fails, and it is not used again.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', keepOrder)
  if (pooling && !pooling.keepsNames) pool.on('connect', forgetNames)

  type Work<T> = (tx: Tx) => Promise<T>
  type Scoped = { scope: Scope; values: unknown[] }

  const attempt = async <T>({ scope, values }: Scoped, work: Work<T>, mode: Mode, isSecondRun: boolean): Promise<T> => {
    const client = await pool.connect()
    firstFailures.delete(client)
    let broken: Error | undefined
    let isLeft = false
    const tx = kyselyOn(client, primary ?? db)
    let beginning: Promise<Answer> | undefined
    try {
      endOpen(client)
      // BEGIN and the setting travel with the first statement: no round trip of their own.
      beginning = post(client, BEGINNING[mode])
      const { waiting: setting, answer: isSet } = awaited({ ...scope.auto, values })
      put(client, setting)
      beginPlanning(client, scope, setting)
      const begun = Promise.all([beginning, isSet])
      begun.catch((error: unknown) => causeOf(client, error))
      waitingForCommit.delete(tx)
      sentWithCommit.delete(tx)
      memos.delete(tx)
      assumptions.delete(tx)
      if (isSecondRun) secondRuns.add(tx)
      else secondRuns.delete(tx)
      const result = await work(tx)
      const isReading = mode !== 'read write'
      if (isReading) await begun
      const isDone = !firstFailures.has(client) && !waitingForCommit.has(tx) && !sentWithCommit.has(tx)
      if (isReading && isDone) {
        isLeft = true
        if (pooling) endNow(client)
        else leaveOpen(client)
        return result
      }
      // COMMIT and what was left for it travel together.
      const lastStatements = sentWithCommit.get(tx) ?? []
      if (lastStatements.length > 0) plan(client, 'force_generic_plan')
      for (const { waiting } of lastStatements) put(client, waiting)
      const [end] = await Promise.all([post(client, COMMIT), begun, ...lastStatements.map(({ answer }) => answer)])
      if (end.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      for (const waiting of waitingForCommit.get(tx) ?? []) waiting()
      return result
    } catch (error) {
      const cause = (await refuted(tx)) ?? error
      // What failed as one piece has been undone with it, unless the connection went.
      const isUndone = await beginning?.then(
        () => false,
        (failure: unknown) => failure instanceof pg.DatabaseError && failure.severity === 'ERROR',
      )
      if (!isUndone)
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
      if (isStalePlan(cause)) broken = cause as Error
      throw cause
    } finally {
      if (!isLeft) client.release(broken)
    }
  }

  const transaction = <T>(scope: Scoped, work: Work<T>, mode: Mode): Promise<T> =>
    isTracing() ? traced('transaction', SPAN, () => transact(scope, work, mode)) : transact(scope, work, mode)

  const transact = async <T>(scope: Scoped, work: Work<T>, mode: Mode): Promise<T> => {
    const mayRunAgain = (error: unknown, runs: number): boolean =>
      (error as { code?: string })?.code === NOT_ANY_MORE ? runs === 1 : isStalePlan(error) && runs <= MOST_CONNECTIONS
    for (let runs = 1; ; runs++) {
      try {
        return await attempt(scope, work, mode, runs > 1)
      } catch (error) {
        if (!mayRunAgain(error, runs)) throw error
      }
    }
  }

  const db: Db = {
    pool,
    withPortal: (portalId, work, mode = 'read write', acting?) => {
      if (!Number.isSafeInteger(portalId)) throw new TypeError('A portal id is needed')
      const values = acting === undefined ? [portalId] : [portalId, acting]
      return transaction({ scope: acting === undefined ? PORTAL : ACTING, values }, work, mode)
    },
    withPlatform: (work, mode = 'read write') => transaction({ scope: PLATFORM, values: [] }, work, mode),
    close: () => pool.end(),
  }
  return db
}
