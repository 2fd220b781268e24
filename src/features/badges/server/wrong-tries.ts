import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { formatDate } from '#kernel/format/date.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockedUntil, type WrongTries, withWrongTry } from '../rules/lock.ts'

type At = { portal_id: number; user_id: number }

/** What all browsers are counted under together in which the person has not signed in before. */
const OTHERS = ''

const whereTried = (device: string | null): string => device ?? OTHERS

/** The wrong tries at this badge from a known browser, or from all others (null). */
const loadWrongTries = async (tx: Tx, at: At, device: string | null): Promise<WrongTries | null> => {
  const row = await tx
    .selectFrom('badge_wrong_tries')
    .select(['wrong', 'first_at', 'last_at'])
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('device', '=', whereTried(device))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Throws `badge_locked`, with the time of the next try, while wrong tries lock this badge for the browser (BDG-018). Tries from
 * one place wait for each other until the transaction ends, so that of those that come at once each is counted.
 */
export const requireUnlocked = async (tx: Tx, ctx: Context, at: At, device: string | null): Promise<void> => {
  const name = `badge tries:${at.portal_id}:${at.user_id}:${whereTried(device)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const until = lockedUntil(await loadWrongTries(tx, at, device), ctx.now)
  if (!until) return
  // The minute that is shown is over when the next try is possible.
  const shown = new Date(Math.ceil(until.getTime() / 60_000) * 60_000)
  const when = formatDate(shown, 'long_time', ctx.host_portal.setting.time_zone)
  const seconds = Math.ceil((until.getTime() - ctx.now.getTime()) / 1000)
  throw fail('badge_locked', { params: { when }, retry_after: seconds })
}

/** Counts a wrong try, behind the lock of `requireUnlocked` or in a call that counts only; the call has to keep it. */
export const countWrongTry = async (tx: Tx, at: At, device: string | null, now: Date): Promise<void> => {
  const tries = withWrongTry(await loadWrongTries(tx, at, device), now)
  await tx
    .insertInto('badge_wrong_tries')
    .values({ ...at, device: whereTried(device), ...tries })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id', 'device']).doUpdateSet(tries))
    .execute()
}

/** A new PIN, password or start code begins without wrong tries. */
export const forgetWrongTries = async (tx: Tx, { portal_id, user_id }: At): Promise<void> => {
  await tx.deleteFrom('badge_wrong_tries').where('portal_id', '=', portal_id).where('user_id', '=', user_id).execute()
}

/** Until when wrong tries lock this badge for new browsers, and for one that the person has used before; null while none does. */
export const locksOf = async (tx: Tx, { portal_id, user_id }: At, now: Date) => {
  const rows = await tx
    .selectFrom('badge_wrong_tries')
    .select(['device', 'wrong', 'first_at', 'last_at'])
    .where('portal_id', '=', portal_id)
    .where('user_id', '=', user_id)
    .execute()
  const lastOf = (isOther: boolean) =>
    rows
      .filter(({ device }) => (device === OTHERS) === isOther)
      .map((row) => lockedUntil(row, now))
      .reduce((last, each) => (each && (!last || each > last) ? each : last), null)
  return { locked_until: lastOf(true), known_locked_until: lastOf(false) }
}
