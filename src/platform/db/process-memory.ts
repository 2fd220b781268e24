import type { Db } from './db.ts'

/** One of each for every database that this process has open, made at its first use. */
export const perDatabase = <T>(create: () => T): ((db: Db) => T) => {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const known = made.get(db) ?? create()
    made.set(db, known)
    return known
  }
}

/** Puts an entry into a map that keeps the newest; the oldest one beyond `most` is taken out, by `forget` where more hangs on it. */
export const putNewest = <K, V>(
  map: Map<K, V>,
  [key, value]: [K, V],
  most: number,
  forget: (oldest: K) => void = (oldest) => map.delete(oldest),
): void => {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > most && !oldest.done) forget(oldest.value)
}
