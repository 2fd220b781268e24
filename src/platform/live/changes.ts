import { afterCommit, type Db, dbOf, type Tx } from '../db/db.ts'
import { type Bus, notify } from './bus.ts'

type Handler = (payload: unknown) => void
const handlers = new WeakMap<Db, Map<string, Set<Handler>>>()

/**
 * Calls `handler` with every change announced on the topic: for changes of this process before their call is answered, for
 * those of others when the bus brings them. What is kept in memory is dropped this way, so the handler may run twice.
 */
export const onChange = (db: Db, bus: Bus, topic: string, handler: Handler): void => {
  const topics = handlers.get(db) ?? new Map<string, Set<Handler>>()
  handlers.set(db, topics)
  topics.set(topic, (topics.get(topic) ?? new Set()).add(handler))
  bus.subscribe(topic, handler)
}

/** Announces a change to all processes when the transaction commits, and to this one before the caller continues. */
export const announce = async (tx: Tx, topic: string, payload: unknown): Promise<void> => {
  await notify(tx, topic, payload)
  const here = handlers.get(dbOf(tx))?.get(topic)
  if (!here) return
  afterCommit(tx, () => {
    for (const handler of here) handler(payload)
  })
}
