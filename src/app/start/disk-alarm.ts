import os from 'node:os'
import { sql } from 'kysely'
import { operators } from '#features/health/server/api.ts'
import { formatFileSize } from '#kernel/format.ts'
import type { Db } from '#platform/db/db.ts'
import type { DiskReport } from '#platform/files/disk-watch.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Config } from '#platform/process/config.ts'

type Log = { warn: (details: object, message: string) => void; info: (details: object, message: string) => void }
type Needs = { db: Db; config: Pick<Config, 'CORE_PORTAL_ID' | 'data_dir'>; log: Log; now: () => Date }

/**
 * Tells operators that a disk is nearly full: a line in the log of each process, and one mail to every super admin for each
 * time it happens, however many processes see it (UPL-041).
 */
export const tellDisk = async ({ db, config, log, now }: Needs, { state, free, total }: DiskReport): Promise<void> => {
  const place = `${os.hostname()}:${config.data_dir}`
  const details = { place, free, total }
  if (state === 'up') {
    log.info(details, 'the disk has room again')
    await db.withPlatform((tx) => sql`delete from disk_alarms where place = ${place}`.execute(tx))
    return
  }
  log.warn(details, state === 'down' ? 'the disk is full' : 'the disk is nearly full')
  const people = await operators(db, config.CORE_PORTAL_ID)
  await db.withPortal(config.CORE_PORTAL_ID, async (tx) => {
    const { rows } = await sql`
      insert into disk_alarms (place, raised_at) values (${place}, ${now()})
      on conflict do nothing returning place`.execute(tx)
    if (rows.length === 0) return
    for (const { email, first_name } of people)
      await sendMail(tx, {
        portal_id: config.CORE_PORTAL_ID,
        to: email,
        template: 'disk-low',
        data: { first_name, place, free: formatFileSize(free), total: formatFileSize(total) },
      })
  })
}
