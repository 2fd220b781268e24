import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Mails an hour to one address that somebody can ask for by typing it, over all portals (AUT-053). */
const MAILS_AN_HOUR = 3

/**
 * Counts a mail that somebody asks for by typing an address; false, and nothing is counted, when the address had its mails
 * of this hour.
 */
export const countMailOnRequest = async (tx: Tx, email: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ is_counted: boolean }>`
    select count_mail_on_request(${email}, ${now}, ${MAILS_AN_HOUR}) as is_counted`.execute(tx)
  return rows[0]?.is_counted === true
}
