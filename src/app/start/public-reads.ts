import type pg from 'pg'
import { PORTAL_CHANGED } from '#features/portals/server/portal-directory.ts'
import type { Db } from '#platform/db/db.ts'
import { openReplica, type Replica, type ReplicaOptions } from '#platform/db/replica/replica.ts'
import type { Bus } from '#platform/live/bus.ts'
import { onChange } from '#platform/live/changes.ts'
import { PAGES_CHANGED } from '#platform/pages/page-tags.ts'

/**
 * Reads of people without a session on a replica. What drops pages and portals from the memory of this process also keeps
 * the replica from filling it again before it has the change itself.
 */
export const openPublicReads = (
  config: pg.PoolConfig,
  { bus, ...options }: Pick<ReplicaOptions, 'primary' | 'positions' | 'log'> & { bus: Bus },
): Replica => {
  const replica = openReplica({ ...options, config, hearsChanges: () => bus.isConnected })
  for (const topic of [PAGES_CHANGED, PORTAL_CHANGED]) onChange(options.primary, bus, topic, replica.noteChange)
  bus.onReconnect(replica.noteChange)
  return replica
}

/**
 * The reads of portals. One is read from the primary, and its page is then not read from a replica that is older: it would
 * have the colors of now and the content of before (PGB-053).
 */
export const notingWhatIsRead = (db: Db, replica: Replica | null): Db =>
  replica === null
    ? db
    : {
        ...db,
        withPlatform: async (work, mode) => {
          const read = await db.withPlatform(work, mode)
          // Nobody makes the replica wait with invented hosts.
          if (read !== null) replica.noteChange()
          return read
        },
      }
