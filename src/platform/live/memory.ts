import type { Db } from '../db/db.ts'
import type { Bus } from './bus.ts'
import { onChange } from './changes.ts'

export type Memory<V> = {
  /** The kept value of a key, or what `read` finds, which is kept unless it is null. */
  get: (key: string, read: () => Promise<V | null>) => Promise<V | null>
}

/**
 * Keeps what was read until a change is announced on the topic anywhere, or the bus may have missed one. While the bus is
 * away nothing is kept, and a value whose reading began before a change is not kept after it.
 */
export const createMemory = <V>(db: Db, bus: Bus, topic: string, limit = 5_000): Memory<V> => {
  const values = new Map<string, V>()
  let changes = 0
  const forget = () => {
    changes++
    values.clear()
  }
  onChange(db, bus, topic, forget)
  bus.onReconnect(forget)
  return {
    get: async (key, read) => {
      const cached = bus.isConnected ? values.get(key) : undefined
      if (cached !== undefined) return cached
      const startedAt = changes
      const value = await read()
      if (value === null || startedAt !== changes) return value
      if (values.size >= limit) values.clear()
      values.set(key, value)
      return value
    },
  }
}
