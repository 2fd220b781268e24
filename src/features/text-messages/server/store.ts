import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { Status } from '../rules/delivery.ts'
import type { Kind } from '../rules/words.ts'

export type At = { portal_id: number; user_id: number }

const ofPerson = ({ portal_id, user_id }: At) => ({ portal_id, user_id })

/** The mobile numbers of these people, by their ids. */
export const loadNumbers = async (tx: Tx, portalId: number, userIds: readonly number[]) => {
  const rows =
    userIds.length === 0
      ? []
      : await tx
          .selectFrom('mobile_numbers')
          .select(['user_id', 'number', 'consent_at', 'consent_by', 'proved_at'])
          .where('portal_id', '=', portalId)
          .where('user_id', 'in', [...userIds])
          .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

export type MobileNumber = { number: string; consent_at: Date; consent_by: number | null; proved_at: Date | null }

export const loadNumber = async (tx: Tx, at: At): Promise<MobileNumber | null> =>
  (await loadNumbers(tx, at.portal_id, [at.user_id])).get(at.user_id) ?? null

/** Saves a number in place of the one before, whose links and codes open nothing then. */
export const saveNumber = async (tx: Tx, at: At, number: MobileNumber): Promise<void> => {
  await tx
    .insertInto('mobile_numbers')
    .values({ ...ofPerson(at), ...number })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doUpdateSet(number))
    .execute()
  await dropCode(tx, at)
  await tx
    .deleteFrom('text_links')
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('number', '!=', number.number)
    .execute()
}

/** Marks a number as proved, if the person still has it. */
export const proveNumber = async (tx: Tx, at: At, number: string, now: Date): Promise<void> => {
  await tx
    .updateTable('mobile_numbers')
    .set({ proved_at: now })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('number', '=', number)
    .where('proved_at', 'is', null)
    .execute()
}

/** Removes a number with its links and codes; false where there is none. */
export const dropNumber = async (tx: Tx, at: At): Promise<boolean> => {
  const row = await tx
    .deleteFrom('mobile_numbers')
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .returning('user_id')
    .executeTakeFirst()
  await dropCode(tx, at)
  await dropLinks(tx, at)
  return row !== undefined
}

export const dropLinks = async (tx: Tx, at: At): Promise<void> => {
  await tx.deleteFrom('text_links').where('portal_id', '=', at.portal_id).where('user_id', '=', at.user_id).execute()
}

export const optedOutAmong = async (tx: Tx, portalId: number, numbers: readonly string[]): Promise<Set<string>> => {
  if (numbers.length === 0) return new Set()
  const rows = await tx
    .selectFrom('text_opt_outs')
    .select('number')
    .where('portal_id', '=', portalId)
    .where('number', 'in', [...numbers])
    .execute()
  return new Set(rows.map(({ number }) => number))
}

export const hasOptedOut = async (tx: Tx, portalId: number, number: string): Promise<boolean> =>
  (await optedOutAmong(tx, portalId, [number])).size > 0

export const saveOptOut = async (tx: Tx, portalId: number, number: string, now: Date): Promise<void> => {
  await tx
    .insertInto('text_opt_outs')
    .values({ portal_id: portalId, number, opted_out_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const dropOptOut = async (tx: Tx, portalId: number, number: string): Promise<void> => {
  await tx.deleteFrom('text_opt_outs').where('portal_id', '=', portalId).where('number', '=', number).execute()
}

/** Counts a text to a number over all portals; false, and nothing is counted, when it had `most` within a day. */
export const countText = async (tx: Tx, number: string, now: Date, most: number): Promise<boolean> => {
  const { rows } = await sql<{ is_counted: boolean }>`
    select count_text(${number}, ${now}, ${most}) as is_counted`.execute(tx)
  return rows[0]?.is_counted === true
}

/** Whether the portal has texted this number before. */
export const hasTexted = async (tx: Tx, portalId: number, number: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('text_messages')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('number', '=', number)
    .where('status', '!=', 'failed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type NewText = {
  portal_id: number
  user_id: number
  kind: Kind
  number: string
  body: string
  segments: number
  requested_by: number | null
  created_at: Date
  expires_at: Date
  status?: Status
  settled_at?: Date
  error?: string
}

export const insertText = async (tx: Tx, text: NewText): Promise<number> =>
  (await tx.insertInto('text_messages').values(text).returning('id').executeTakeFirstOrThrow()).id

/** A text, locked until the transaction ends. */
export const lockText = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('text_messages')
    .select(['id', 'number', 'body', 'status', 'tried_at', 'leased_until', 'expires_at', 'provider_id'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type TextChange = {
  status?: Status
  body?: string
  error?: string | null
  tried_at?: Date
  leased_until?: Date | null
  provider_id?: string
  sent_at?: Date
  settled_at?: Date | null
}

export const saveText = async (tx: Tx, portalId: number, id: number, change: TextChange): Promise<void> => {
  await tx.updateTable('text_messages').set(change).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** The newest texts of a person. */
export const textsOf = (tx: Tx, at: At) =>
  tx
    .selectFrom('text_messages')
    .select(['id', 'kind', 'status', 'segments', 'created_at', 'sent_at', 'settled_at', 'error'])
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()

type NewLink = At & {
  token_hash: Buffer
  message_id: number
  kind: 'start' | 'sign-in'
  number: string
  expires_at: Date
}

/** Keeps a link in place of earlier ones of its kind. */
export const insertLink = async (tx: Tx, link: NewLink): Promise<void> => {
  await tx
    .deleteFrom('text_links')
    .where('portal_id', '=', link.portal_id)
    .where('user_id', '=', link.user_id)
    .where('kind', '=', link.kind)
    .execute()
  await tx.insertInto('text_links').values(link).execute()
}

/** The link behind a secret; `isLocked` until the transaction ends, so that of two calls at once one uses it. */
export const findLink = (tx: Tx, portalId: number, tokenHash: Buffer, { isLocked }: { isLocked: boolean }) =>
  tx
    .selectFrom('text_links')
    .select(['user_id', 'kind', 'number', 'expires_at', 'used_at'])
    .where('portal_id', '=', portalId)
    .where('token_hash', '=', tokenHash)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export const markUsed = async (tx: Tx, portalId: number, tokenHash: Buffer, now: Date): Promise<void> => {
  await tx
    .updateTable('text_links')
    .set({ used_at: now })
    .where('portal_id', '=', portalId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Until when the newest open link that sets a PIN works. */
export const openStartLink = async (tx: Tx, at: At, now: Date): Promise<Date | null> => {
  const row = await tx
    .selectFrom('text_links')
    .select('expires_at')
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('kind', '=', 'start')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

export const loadCode = async (tx: Tx, at: At) =>
  (await tx
    .selectFrom('mobile_number_codes')
    .select(['number', 'code_hash', 'expires_at', 'wrong'])
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** The number that waits for its code, without the code. */
export const waitingNumber = async (tx: Tx, at: At, now: Date) =>
  (await tx
    .selectFrom('mobile_number_codes')
    .select(['number', 'expires_at'])
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()) ?? null

export const saveCode = async (
  tx: Tx,
  at: At,
  code: { number: string; code_hash: string; expires_at: Date },
): Promise<void> => {
  const values = { ...code, wrong: 0 }
  await tx
    .insertInto('mobile_number_codes')
    .values({ ...ofPerson(at), ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doUpdateSet(values))
    .execute()
}

export const countWrongCode = async (tx: Tx, at: At): Promise<void> => {
  await tx
    .updateTable('mobile_number_codes')
    .set({ wrong: sql`wrong + 1` })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .execute()
}

export const dropCode = async (tx: Tx, at: At): Promise<void> => {
  await tx
    .deleteFrom('mobile_number_codes')
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .execute()
}
