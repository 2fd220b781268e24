import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'

/** Mails an hour to one address that somebody can ask for by typing it, over all portals (AUT-053). */
const MAILS_AN_HOUR = 3
const HOUR_MS = 3_600_000

/**
 * Counts a mail that somebody asks for by typing an address; false, and nothing is counted, when the address had its mails
 * of this hour. The lock on the address lets requests that come at the same moment count one after the other.
 */
export const countMailOnRequest = async (tx: Tx, to_email: string, now: Date): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail on request:${to_email}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('mails_on_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('to_email', '=', to_email)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  if (count >= MAILS_AN_HOUR) return false
  await tx.insertInto('mails_on_request').values({ to_email, created_at: now }).execute()
  return true
}
