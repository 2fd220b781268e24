import { callbacksBehind } from '#features/callbacks/server/api.ts'
import { pendingDomains } from '#features/domains/server/api.ts'
import { remindersBehind } from '#features/recertification/server/api.ts'
import { type Db, type Tx, together } from '#platform/db/db.ts'
import { perDatabase } from '#platform/db/process-memory.ts'
import { portalsNearTextLimit } from '#platform/text-messages/day.ts'
import { type Facts, SILENT_MS } from '../rules/problems.ts'
import { readMails, readQueues } from './backlog.ts'
import { readActivity, readBackups, readStorage } from './database-store.ts'
import { databaseNow, readProcesses } from './process-store.ts'

/** What tells whether something is wrong, read in a transaction over all portals. */
export const readAll = (tx: Tx) =>
  together([
    databaseNow(tx),
    readProcesses(tx),
    readQueues(tx),
    readMails(tx),
    callbacksBehind(tx),
    pendingDomains(tx),
    readBackups(tx),
    remindersBehind(tx),
    portalsNearTextLimit(tx, 80),
  ])

type All = Awaited<ReturnType<typeof readAll>>

/** The same as the rules take it. */
export const factsOf = (
  [, processes, queues, mails, callbacks, domains, backups, reminders, texts]: All,
  database: Facts['database'],
): Facts => ({
  processes: processes.map(({ state, ...one }) => ({
    ...one,
    disk: state.disk,
    replica: state.replica ?? null,
    redis: state.redis ?? null,
  })),
  queues,
  mails,
  callbacks: { down: callbacks.down.length },
  domains: { failing: domains.filter(({ failing_since: since }) => since !== null).length },
  backups,
  reminders,
  texts,
  database,
})

export const isAlive = (seenAt: Date, now: Date): boolean => now.getTime() - seenAt.getTime() < SILENT_MS

/**
 * The activity of the database as the program's own role sees it: the role that reaches all portals would see none of the
 * program's connections.
 */
export const activityOf = (db: Db, portalId: number) => db.withPortal(portalId, readActivity, 'read only')

const STORAGE_KEPT_MS = 60_000
const storages = perDatabase(() => ({
  at: Number.NEGATIVE_INFINITY,
  value: [] as Awaited<ReturnType<typeof readStorage>>,
}))

/** Adding up all files takes a while in a large installation, and changes slowly. */
export const storageOf = async (db: Db, tx: Tx) => {
  const kept = storages(db)
  const now = performance.now()
  if (now - kept.at > STORAGE_KEPT_MS) Object.assign(kept, { value: await readStorage(tx), at: now })
  return kept.value
}
