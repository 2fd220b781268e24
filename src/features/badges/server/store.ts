import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { forgetWrongTries } from './wrong-tries.ts'

/** Who has a badge now, and what goes with it. */
export type Holder = {
  user_id: number
  number: string
  code: string
  secret_hash: string | null
  is_pin: boolean
  set_at: Date | null
  start_code_hash: Buffer | null
  start_code_ends_at: Date | null
}

const holders = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('badges as b')
    .leftJoin('badge_secrets as s', (join) =>
      join.onRef('s.portal_id', '=', 'b.portal_id').onRef('s.user_id', '=', 'b.user_id'),
    )
    .select([
      'b.user_id',
      'b.number',
      'b.code',
      's.secret_hash',
      's.set_at',
      's.start_code_hash',
      's.start_code_ends_at',
    ])
    .select(sql<boolean>`coalesce(s.is_pin, false)`.as('is_pin'))
    .where('b.portal_id', '=', portalId)
    .where('b.withdrawn_at', 'is', null)

/** The member who has this badge, by its number or the code of its QR; null for a withdrawn or unknown one. */
export const findHolder = async (
  tx: Tx,
  portalId: number,
  badge: { number: string } | { code: string },
): Promise<Holder | null> => {
  const [column, value] = 'code' in badge ? (['b.code', badge.code] as const) : (['b.number', badge.number] as const)
  return (await holders(tx, portalId).where(column, '=', value).executeTakeFirst()) ?? null
}

/** The badges of these people, by their ids. */
export const loadHolders = async (
  tx: Tx,
  portalId: number,
  userIds: readonly number[],
): Promise<Map<number, Holder>> => {
  if (userIds.length === 0) return new Map()
  const rows = await holders(tx, portalId)
    .where('b.user_id', 'in', [...userIds])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

export const loadHolder = async (tx: Tx, portalId: number, userId: number): Promise<Holder | null> =>
  (await loadHolders(tx, portalId, [userId])).get(userId) ?? null

/** Who has these numbers, now or before: a number names one person for good (BDG-007). */
export const ownersOf = async (tx: Tx, portalId: number, numbers: readonly string[]): Promise<Map<string, number>> => {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('badges')
    .select(['number', 'user_id'])
    .distinct()
    .where('portal_id', '=', portalId)
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .execute()
  return new Map(rows.map(({ number, user_id: userId }) => [number, userId]))
}

/** Makes changes of one person's badge wait for each other; false where the person is no member. */
export const lockPerson = async (tx: Tx, portalId: number, userId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps other transactions from giving these numbers until this one ends; in one order, so that no two wait for each other. */
export const lockNumbers = async (tx: Tx, portalId: number, numbers: readonly string[]): Promise<void> => {
  const names = numbers.map((number) => `badge:${portalId}:${number}`).toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) with ordinality numbers (name, at) order by at`.execute(tx)
}

type NewBadge = {
  portal_id: number
  user_id: number
  number: string
  code: string
  issued_at: Date
  issued_by: number | null
}

export const insertBadge = async (tx: Tx, badge: NewBadge): Promise<void> => {
  await tx.insertInto('badges').values(badge).execute()
}

/** Withdraws the badge that a person has now; answers its number, or null if there is none. */
export const closeBadge = async (tx: Tx, portalId: number, userId: number, now: Date): Promise<string | null> => {
  const row = await tx
    .updateTable('badges')
    .set({ withdrawn_at: now })
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
  return row?.number ?? null
}

/** Every badge of a person, the newest first, with the id of who gave it. */
export const badgesOf = (tx: Tx, portalId: number, userId: number) =>
  tx
    .selectFrom('badges')
    .select(['number', 'issued_at', 'issued_by', 'withdrawn_at'])
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

export const hasBadges = async (tx: Tx, portalId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('badges')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type At = { portal_id: number; user_id: number }

/** Keeps a start code in place of what opened the badge before (BDG-012). */
export const saveStartCode = async (tx: Tx, at: At, code: { hash: Buffer; ends_at: Date }): Promise<void> => {
  const values = {
    secret_hash: null,
    set_at: null,
    is_pin: false,
    start_code_hash: code.hash,
    start_code_ends_at: code.ends_at,
  }
  await tx
    .insertInto('badge_secrets')
    .values({ ...at, ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doUpdateSet(values))
    .execute()
  await forgetWrongTries(tx, at)
  await dropLinks(tx, at)
}

/** Links in text messages open nothing any more. */
const dropLinks = async (tx: Tx, at: At): Promise<void> => {
  await tx.deleteFrom('text_links').where('portal_id', '=', at.portal_id).where('user_id', '=', at.user_id).execute()
}

/** Makes the row that a PIN is saved in, where no start code has. */
export const openSecret = async (tx: Tx, at: At): Promise<void> => {
  await tx
    .insertInto('badge_secrets')
    .values(at)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Saves a PIN or password; a start code is used up by that. */
export const saveSecret = async (
  tx: Tx,
  at: At,
  secret: { secret_hash: string; is_pin: boolean; set_at: Date },
): Promise<void> => {
  await tx
    .updateTable('badge_secrets')
    .set({ ...secret, start_code_hash: null, start_code_ends_at: null })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .execute()
  await forgetWrongTries(tx, at)
}

export const dropSecret = async (tx: Tx, at: At): Promise<void> => {
  await dropLinks(tx, at)
  await tx.deleteFrom('badge_secrets').where('portal_id', '=', at.portal_id).where('user_id', '=', at.user_id).execute()
  await forgetWrongTries(tx, at)
}

/** Ends what goes on from a former PIN: trusted browsers and sign-ins that wait for a second step. */
export const forgetTrust = async (tx: Tx, { portal_id, user_id }: At): Promise<void> => {
  for (const table of ['trusted_devices', 'pending_sign_ins'] as const)
    await tx.deleteFrom(table).where('portal_id', '=', portal_id).where('user_id', '=', user_id).execute()
}
