// Backs up while the program runs, notes each run, and tells super admins when there is no new backup.
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { operators } from '#features/health/server/api.ts'
import { type BackupResult, backUp } from '#platform/backup/back-up.ts'
import type { Db } from '#platform/db/db.ts'
import { connectionOf, connectTo, databaseOf } from '#platform/db/migrate-roles.ts'
import { readStoredSecret } from '#platform/files/data-folder.ts'
import type { Files } from '#platform/files/files.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Config } from '#platform/process/config.ts'
import type { OpenDatabase } from './open-database.ts'

type Log = {
  error: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  info: (details: object, message: string) => void
}
type BackupConfig = Pick<
  Config,
  'backup_dir' | 'data_dir' | 'SECRET' | 'BACKUP_KEEP_DAYS' | 'BACKUP_EVERY_MINUTES' | 'CORE_PORTAL_ID' | 'ROLE'
>
type Needs = {
  config: BackupConfig
  server: Pick<OpenDatabase, 'admin' | 'variable'>
  db: Db
  files: Files
  now: () => Date
}

/** Runs are remembered for this long, so that their times can be looked at. */
const REMEMBERED_MS = 30 * 86_400_000

/** The end of the program waits this long for a run. */
const END_LIMIT_MS = 5_000

const connect = ({ server }: Needs): Promise<pg.Client> => {
  const admin = connectionOf(server.admin)
  // Every connection to the database that comes with the program may be used; its lock counts in one database.
  return connectTo(admin, server.variable ? databaseOf(admin) : 'postgres', server.variable)
}

const begin = (db: Db, kind: BackupResult['kind'], at: Date): Promise<number> =>
  db.withPlatform(async (tx) => {
    await tx
      .deleteFrom('backups')
      .where('started_at', '<', new Date(at.getTime() - REMEMBERED_MS))
      .execute()
    const row = await tx
      .insertInto('backups')
      .values({ kind, started_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })

/**
 * Notes that a backup failed or is late. The first time since the last good one, every super admin of the core portal gets
 * a mail (OPS-064).
 */
const tellProblem = async ({ db, config, now }: Needs, reason: string, id: number | null): Promise<void> => {
  const people = await operators(db, config.CORE_PORTAL_ID)
  await db.withPortal(config.CORE_PORTAL_ID, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('backup problem'))`.execute(tx)
    const good = await tx
      .selectFrom('backups')
      .select((eb) => eb.fn.max('ended_at').as('at'))
      .where('error', 'is', null)
      .executeTakeFirst()
    const last = good?.at ? new Date(good.at) : null
    const known = await tx
      .selectFrom('backups')
      .select('id')
      .where('error', 'is not', null)
      .where('started_at', '>', last ?? new Date(0))
      .limit(1)
      .executeTakeFirst()
    const failed = { ended_at: now(), error: reason.slice(0, 1000) }
    if (id !== null) await tx.updateTable('backups').set(failed).where('id', '=', id).execute()
    else if (!known)
      await tx
        .insertInto('backups')
        .values({ kind: 'increment', started_at: now(), ...failed })
        .execute()
    if (known) return
    for (const { email, first_name } of people)
      await sendMail(tx, {
        portal_id: config.CORE_PORTAL_ID,
        to: email,
        template: 'backup-problem',
        data: {
          first_name,
          place: `${os.hostname()}:${config.backup_dir}`,
          reason,
          last: last?.toISOString() ?? 'none yet',
        },
      })
  })
}

/** One run, noted in the table `backups`; null while another process backs up. */
export const runBackup = async (needs: Needs, { isFull = false } = {}): Promise<BackupResult | null> => {
  const { config, server, db, files, now } = needs
  const client = await connect(needs)
  let id: number | null = null
  try {
    id = await begin(db, server.variable ? 'files' : 'increment', now())
    const result = await backUp({
      dir: config.backup_dir!,
      files,
      client,
      cluster: server.variable
        ? null
        : {
            folder: path.join(config.data_dir, 'postgres'),
            secret: config.SECRET ? null : (readStoredSecret(config.data_dir) ?? null),
          },
      keepDays: config.BACKUP_KEEP_DAYS,
      isFull,
    })
    await db.withPlatform(async (tx) => {
      if (result)
        await tx
          .updateTable('backups')
          .set({ kind: result.kind, ended_at: now(), bytes: result.bytes })
          .where('id', '=', id)
          .execute()
      else await tx.deleteFrom('backups').where('id', '=', id).execute()
    })
    return result
  } catch (error) {
    await tellProblem(needs, (error as Error).message, id)
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Tells when no run has ended well for three times as long as it should take, at least for an hour. */
export const tellWhenLate = async (needs: Needs, since: Date): Promise<void> => {
  const { db, config, now } = needs
  const overdueAfterMs = Math.max(3 * config.BACKUP_EVERY_MINUTES * 60_000, 3_600_000)
  const row = await db.withPlatform(
    (tx) =>
      tx
        .selectFrom('backups')
        .select((eb) => eb.fn.max('ended_at').as('at'))
        .where('error', 'is', null)
        .executeTakeFirst(),
    'read only',
  )
  const last = row?.at ? new Date(row.at) : since
  if (now().getTime() - Math.max(last.getTime(), since.getTime()) > overdueAfterMs)
    await tellProblem(needs, `No backup has ended since ${last.toISOString()}.`, null)
}

/** Backs up every few minutes where a folder is configured and this process takes jobs; null elsewhere. */
export const startBackups = (needs: Needs & { log: Log }): { close: () => Promise<void> } | null => {
  const { config, log, now } = needs
  if (!config.backup_dir || config.ROLE === 'web') return null
  const since = now()
  let current: Promise<void> | null = null
  const tick = async () => {
    try {
      const result = await runBackup(needs)
      if (result?.kind === 'base') log.info({ bytes: result.bytes }, 'backed up as a whole')
    } catch (error) {
      log.error({ err: error }, 'the backup failed')
    }
  }
  const look = () => {
    void tellWhenLate(needs, since).catch((error) =>
      log.error({ err: error }, 'nobody could be notified about the backup'),
    )
    current ??= tick().finally(() => {
      current = null
    })
  }
  const timer = setInterval(look, config.BACKUP_EVERY_MINUTES * 60_000)
  timer.unref()
  look()
  return {
    close: async () => {
      clearInterval(timer)
      // A run that is cut short costs nothing but its time.
      await Promise.race([current, delay(END_LIMIT_MS, undefined, { ref: false })])
    },
  }
}
