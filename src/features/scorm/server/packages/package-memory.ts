import { perDatabase, putNewest } from '#platform/db/process-memory.ts'
import type { StoredOutline } from './packages-store.ts'

const MOST_PACKAGES = 200
const MOST_ATTEMPTS = 20_000

/**
 * Outlines of packages that are being played. An outline never changes once its package is unpacked, and an attempt never
 * changes its package, so what is kept here is true for ever and only saves reading it with every message.
 */
const createPackageMemory = () => {
  const packages = new Map<string, number>()
  const outlines = new Map<number, StoredOutline>()
  return {
    /** The outline of an attempt's package, if it is in memory. */
    find: (portalId: number, attemptId: number): StoredOutline | undefined =>
      outlines.get(packages.get(`${portalId}:${attemptId}`) ?? 0),
    keep: (portalId: number, attemptId: number, packageId: number, outline: StoredOutline): void => {
      putNewest(packages, [`${portalId}:${attemptId}`, packageId], MOST_ATTEMPTS)
      if (!outlines.has(packageId)) putNewest(outlines, [packageId, outline], MOST_PACKAGES)
    },
  }
}

/** What this process keeps of the packages of a database. */
export const packageMemory = perDatabase(createPackageMemory)
