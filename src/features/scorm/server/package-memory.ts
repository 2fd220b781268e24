import type { Db } from '#platform/db.ts'
import type { StoredOutline } from './packages-store.ts'

const MOST = 200

/** Keeps the newest entries of a map. */
const remember = <K, V>(map: Map<K, V>, key: K, value: V): void => {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > MOST && !oldest.done) map.delete(oldest.value)
}

/**
 * Outlines of packages that are being played. An outline never changes once its package is unpacked, and an attempt never
 * changes its package, so what is kept here is true for ever and only saves reading it with every message.
 */
const createPackageMemory = () => {
  const packages = new Map<string, number>()
  const outlines = new Map<number, StoredOutline>()
  return {
    /** The package of an attempt whose outline is kept, or null. */
    keyOf: (portalId: number, attemptId: number): number | null => {
      const id = packages.get(`${portalId}:${attemptId}`)
      return id !== undefined && outlines.has(id) ? id : null
    },
    /** The outline of an attempt: the one just read, which is kept from now on, else the kept one. */
    outlineOf: (portalId: number, attemptId: number, packageId: number, read: StoredOutline | null) => {
      const outline = read ?? outlines.get(packageId)
      if (!outline) return null
      remember(packages, `${portalId}:${attemptId}`, packageId)
      remember(outlines, packageId, outline)
      return outline
    },
  }
}

const memories = new WeakMap<Db, ReturnType<typeof createPackageMemory>>()

/** What this process keeps of the packages of a database. */
export const keptPackages = (db: Db) => {
  const memory = memories.get(db) ?? createPackageMemory()
  memories.set(db, memory)
  return memory
}
