import { randomBytes } from 'node:crypto'
import type { Tx } from '#platform/db/db.ts'
import { sign } from '#platform/secrets.ts'
import { CODE_COUNT, readRecoveryCode, recoveryCodeOf } from '../rules/recovery-code.ts'

// Everything here runs over all portals: recovery codes belong to the account.

/** A code is too short for a plain hash, so that the key of the configuration is needed to try codes out. */
const hashOf = (secret: string, userId: number, plain: string) =>
  Buffer.from(sign(secret, 'recovery code', `${userId} ${plain}`), 'base64url')

/** Ten new codes in place of all former ones. */
export const replaceCodes = async (tx: Tx, secret: string, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: CODE_COUNT }, () => recoveryCodeOf(randomBytes(64)))
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(secret, userId, readRecoveryCode(code) ?? '') })))
    .execute()
  return codes
}

/** Whether this is one of the person's codes that was not used yet; it is used by that, however many try at once. */
export const takeRecoveryCode = async (tx: Tx, secret: string, userId: number, typed: string, now: Date) => {
  const plain = readRecoveryCode(typed)
  if (plain === null) return false
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(secret, userId, plain))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many codes are left. */
export const codesLeft = async (tx: Tx, userId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
