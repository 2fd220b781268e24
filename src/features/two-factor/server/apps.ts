import { Secret } from 'otpauth'
import type { Tx } from '#platform/db/db.ts'
import { seal, unseal } from '#platform/sealed.ts'
import { readCode, stepOf } from '../rules/totp.ts'

// Everything here runs over all portals: an app belongs to the account.

const purposeOf = (userId: number) => `authenticator app ${userId}`

type Row = { secret: Buffer | null; pending_secret: Buffer | null; last_step: number | null }

/** The row of a person's app, locked, so that two tries at once follow each other. */
const lockApp = (tx: Tx, userId: number): Promise<Row | undefined> =>
  tx
    .selectFrom('authenticator_apps')
    .select(['secret', 'pending_secret', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Keeps the key of an app that is being set up, and returns it in the letters that people can type: 160 bits. */
export const startApp = async (tx: Tx, secret: string, userId: number): Promise<string> => {
  const key = new Secret({ size: 20 }).base32
  const pending_secret = seal(secret, purposeOf(userId), key)
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, pending_secret })
    .onConflict((c) => c.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
  return key
}

/** Whether this is the code of the app that is being set up, which then becomes the person's app. */
export const confirmApp = async (
  tx: Tx,
  secret: string,
  userId: number,
  typed: string,
  now: Date,
): Promise<boolean> => {
  const app = await lockApp(tx, userId)
  const code = readCode(typed)
  const key = app?.pending_secret ? unseal(secret, purposeOf(userId), app.pending_secret) : null
  if (!app || code === null || key === null) return false
  const step = stepOf(key, code, { now, last_step: null })
  if (step === null) return false
  await tx
    .updateTable('authenticator_apps')
    .set({ secret: app.pending_secret, pending_secret: null, confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .execute()
  return true
}

/** Whether this is a current code of the person's app, which is used up by that (RFC 6238, 5.2). */
export const takeCode = async (tx: Tx, secret: string, userId: number, typed: string, now: Date): Promise<boolean> => {
  const code = readCode(typed)
  const app = code === null ? undefined : await lockApp(tx, userId)
  const key = app?.secret ? unseal(secret, purposeOf(userId), app.secret) : null
  if (!app || code === null || key === null) return false
  const step = stepOf(key, code, { now, last_step: app.last_step })
  if (step === null) return false
  await tx.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}
