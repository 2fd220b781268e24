import type { Db } from './db.ts'

/** One value for each database that this process has open, created on first use. */
export const perDatabase = <T>(create: () => T): ((db: Db) => T) => {
  const values = new WeakMap<Db, T>()
  return (db) => {
    const value = values.get(db) ?? create()
    values.set(db, value)
    return value
  }
}
