import { z } from '#kernel/schema.ts'
import type { Tx } from '../db/db.ts'
import { forgetOldPayloads } from '../live/bus.ts'
import { handle, type JobHandler, job } from './jobs.ts'

const HOUR_MS = 3_600_000
/** The answer to a call with an Idempotency-Key is repeated for this long (API-024). */
const KEYS_MS = 24 * HOUR_MS
/** Wrong passwords are counted over an hour; the activity log keeps them for good. */
const FAILURES_MS = HOUR_MS
/** Calls with a token are shown for this long (INT-020). */
const TOKEN_CALLS_MS = 30 * 24 * HOUR_MS
/** What a provider did is shown for this long (PRV-016). */
const PROVISIONING_MS = 90 * 24 * HOUR_MS

/**
 * Deletes what is no longer needed: idempotency keys after a day, wrong passwords, mails on request and stored messages
 * after an hour, counts of calls when their minute is over, calls with a token after 30 days, what providers did after 90, and what waits for a sign-in
 * when its time is over.
 */
export const forgetOldRows = async (tx: Tx, now: Date): Promise<void> => {
  const before = (age: number) => new Date(now.getTime() - age)
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', before(KEYS_MS)).execute()
  await tx.deleteFrom('wrong_passwords').where('created_at', '<', before(FAILURES_MS)).execute()
  await tx.deleteFrom('mails_on_request').where('created_at', '<', before(HOUR_MS)).execute()
  await tx.deleteFrom('text_requests').where('created_at', '<', before(HOUR_MS)).execute()
  await tx.deleteFrom('texts_to_numbers').where('created_at', '<', before(KEYS_MS)).execute()
  await tx.deleteFrom('api_calls').where('created_at', '<', before(TOKEN_CALLS_MS)).execute()
  await tx.deleteFrom('provisioning_events').where('created_at', '<', before(PROVISIONING_MS)).execute()
  await tx.deleteFrom('sign_on_ways_back').where('expires_at', '<', before(KEYS_MS)).execute()
  await forgetAttempts(tx, before(KEYS_MS))
  await tx.deleteFrom('call_counts').where('ends_at', '<', now).execute()
  for (const table of ['pending_sign_ins', 'passkey_challenges', 'trusted_devices'] as const)
    await tx.deleteFrom(table).where('expires_at', '<', now).execute()
  await forgetOldPayloads(tx)
}

/** Of sign-ins at providers only what a test has shown is kept. */
const forgetAttempts = (tx: Tx, before: Date) =>
  tx.deleteFrom('sign_on_attempts').where('expires_at', '<', before).where('result', 'is', null).execute()

const houseKeeping = job({ name: 'housekeeping', data: z.object({}) })

/** The jobs of the platform itself. */
export const housekeepingJobs: JobHandler[] = [
  handle(houseKeeping, (_data, { db, now }) => db.withPlatform((tx) => forgetOldRows(tx, now)), {
    cron: '*/10 * * * *',
  }),
]
