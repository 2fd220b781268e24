import { sql } from 'kysely'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { KEPT_DAYS } from '../rules/retries.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

const expired = job({ name: 'callbacks.certificates-expired', data: z.object({}) })
const forget = job({ name: 'callbacks.forget', data: z.object({}), seconds: 3_000 })

type Due = { id: number; portal_id: number; certificates_until: Date }

/** Callbacks for which certificates may have expired that they have not been sent. */
const dueCallbacks = (tx: Tx, now: Date): Promise<Due[]> =>
  tx
    .selectFrom('callbacks')
    .select(['id', 'portal_id', 'certificates_until'])
    .where('is_active', '=', true)
    .where('certificates_until', '<', now)
    .where(sql<boolean>`'certificate.expired' = any (events)`)
    .orderBy('id')
    .execute()

/** Announces the certificates of one callback's portal that expired up to now, once: the mark moves in the same transaction. */
const announceExpired = async (tx: Tx, { id, portal_id: portalId }: Due, now: Date): Promise<number> => {
  const callback = await tx
    .selectFrom('callbacks')
    .select('certificates_until')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!callback) return 0
  const { rows } = await sql`
    select announce(c.portal_id, 'certificate.expired', 'certificate:' || c.id, c.course_id, certificate_snapshot(c), ${id})
    from (
      select * from certificates c
      where c.portal_id = ${portalId} and c.revoked_at is null
        and c.expires_at > ${callback.certificates_until} and c.expires_at <= ${now}
      order by c.expires_at, c.id
    ) c`.execute(tx)
  await tx
    .updateTable('callbacks')
    .set({ certificates_until: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
  return rows.length
}

/** Certificates expire by the clock, without any change that a trigger could see (INT-023). */
export const tellExpired = async (db: Db, now: Date): Promise<number> => {
  let count = 0
  for (const due of await db.withPlatform((tx) => dueCallbacks(tx, now), 'read only'))
    count += await db.withPortal(due.portal_id, (tx) => announceExpired(tx, due, now))
  return count
}

/** Forgets what the log no longer keeps, and callbacks that were deleted a day ago (INT-027). */
export const forgetOld = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await db.withPlatform((tx) =>
    tx
      .deleteFrom('callbacks')
      .where('deleted_at', '<', new Date(now.getTime() - DAY_MS))
      .execute(),
  )
  for (;;) {
    const gone = await db.withPlatform((tx) =>
      tx
        .deleteFrom('callback_events')
        .where('id', 'in', (eb) =>
          eb.selectFrom('callback_events').select('id').where('occurred_at', '<', before).limit(AT_ONCE),
        )
        .executeTakeFirstOrThrow(),
    )
    if (Number(gone.numDeletedRows) < AT_ONCE) return
  }
}

/** The jobs of callbacks; messages are sent by the lanes. */
export const jobs = (): JobHandler[] => [
  handle(
    expired,
    async (_data, { db, now }) => {
      await tellExpired(db, now)
    },
    { cron: '*/10 * * * *' },
  ),
  handle(forget, (_data, { db, now }) => forgetOld(db, now), { cron: '25 3 * * *' }),
]
