import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Answer, Batch, type SentStatement, type Waiting } from './batch.ts'

const statementNames = new Map<string, string>()
const LIMIT_OF_NAMES = 4000

/**
 * The name under which PostgreSQL keeps the plan of a statement. Full-text statements stay unnamed because their
 * generic plan is slower. So do statements beyond the limit, so that no client collects plans without end.
 */
export const nameOf = (sql: string): string | undefined => {
  const existing = statementNames.get(sql)
  if (existing) return existing
  if (sql.includes('@@') || statementNames.size >= LIMIT_OF_NAMES) return undefined
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  statementNames.set(sql, name)
  return name
}

/** A statement as finished text, for calls that run so often that building it would cost more than running it. */
export type Statement<Row> = { name: string | undefined; text: string; row?: Row }

/** Names the text of a statement once; its rows are taken to be of this type. */
export const statement = <Row = unknown>(text: string): Statement<Row> => ({ name: nameOf(text), text })

const statements = new WeakMap<pg.PoolClient, Waiting[]>()

/** Starts a transaction that writes. */
export const BEGIN: SentStatement = { ...statement('begin read write'), values: [] }

/** Ends a transaction. */
export const COMMIT: SentStatement = { ...statement('commit'), values: [] }

const nameless = new WeakSet<pg.PoolClient>()

/** Sends every statement of a connection without its name, because what is behind it forgets them. */
export const forgetNames = (client: pg.PoolClient): void => {
  nameless.add(client)
}

const withoutName = (waiting: Waiting): Waiting => ({ ...waiting, name: undefined })

/**
 * A piece as it is sent. One that holds a transaction from its beginning to its end needs neither word: the server takes
 * what comes in one piece for one transaction (PostgreSQL, "Pipelining" in the protocol's message flow).
 */
const batchOf = (waiting: readonly Waiting[], isNameless: boolean): Batch => {
  const sent = (statements: readonly Waiting[]) => (isNameless ? statements.map(withoutName) : statements)
  const from = waiting.findIndex(({ name }) => name === BEGIN.name)
  const begin = waiting[from]
  const end = waiting.at(-1)
  if (!begin || !end || end.name !== COMMIT.name) return new Batch(sent(waiting))
  return new Batch(sent([...waiting.slice(0, from), ...waiting.slice(from + 1, -1)]), [begin, end])
}

/** Sends what has been asked of a connection so far. */
const flush = (client: pg.PoolClient): void => {
  const waiting = statements.get(client)
  if (!waiting) return
  statements.delete(client)
  client.query(batchOf(waiting, nameless.has(client)))
}

/** Whether that is the last that has been asked and has not been sent yet, so that it may still become another statement. */
export const isLastUnsent = (client: pg.PoolClient, one: Waiting): boolean => statements.get(client)?.at(-1) === one

/** Sends a statement together with the others that wait on this connection, and settles their promises. */
export const put = (client: pg.PoolClient, waiting: Waiting): void => {
  const others = statements.get(client)
  if (others) others.push(waiting)
  else {
    statements.set(client, [waiting])
    process.nextTick(flush, client)
  }
}

/** A statement with a promise of its answer. */
export const awaited = (query: SentStatement): { waiting: Waiting; answer: Promise<Answer> } => {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
  return { waiting: { ...query, resolve, reject }, answer }
}

/**
 * Queues a statement on a connection. Statements queued in the same tick travel as one piece and are answered as one.
 */
export const post = (client: pg.PoolClient, query: SentStatement): Promise<Answer> => {
  const { waiting, answer } = awaited(query)
  put(client, waiting)
  return answer
}

/** For what nobody waits for. */
export const nobody = { resolve: () => {}, reject: () => {} }

/**
 * How long a transaction that has only read stays open so that the next one of its connection can end it, in
 * milliseconds: as long as a page takes to render.
 */
const OPEN_MS = 20
const stillOpen = new WeakMap<pg.PoolClient, NodeJS.Timeout>()

/** Has COMMIT travel with what the connection is asked next, where a transaction that has only read is still open on it. */
export const endOpen = (client: pg.PoolClient): void => {
  const timer = stillOpen.get(client)
  if (!timer) return
  clearTimeout(timer)
  stillOpen.delete(client)
  put(client, { ...COMMIT, ...nobody })
}

/**
 * Lets the next transaction end one that has only read, in the same round trip, or ends it on its own when none comes.
 * Nobody waits until the server has released its snapshot.
 */
export const leaveOpen = (client: pg.PoolClient): void => {
  stillOpen.set(client, setTimeout(endOpen, OPEN_MS, client).unref())
  client.release()
}

/** Ends a transaction that has only read at once, where an open one would keep a connection of the pooler. */
export const endNow = (client: pg.PoolClient): void => {
  put(client, { ...COMMIT, ...nobody })
  client.release()
}

/** Queries that are not batches come after what has been asked before, and not into a transaction that is still open. */
export const keepOrder = (client: pg.PoolClient): void => {
  client.query = ((...args: unknown[]) => {
    if (!(args[0] instanceof Batch)) {
      endOpen(client)
      flush(client)
    }
    return Reflect.apply(pg.Client.prototype.query as never, client, args)
  }) as never
}
