import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '../db/db.ts'

const fingerprint = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')

type Repeatable = { tx: Tx; ctx: Context; key: string; caller: string; method: string; path: string; body: unknown }

/** Locks the key until the transaction ends; false while another call has it. A process that dies lets go of it. */
const lockKey = async ({ tx, ctx, caller, key }: Repeatable): Promise<boolean> => {
  const name = `idempotency:${ctx.portal.id}:${caller}:${key}`
  const row = await tx
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as('is_locked'))
    .executeTakeFirstOrThrow()
  return row.is_locked
}

/**
 * Runs a repeatable call once for each key (API-024): the same key with the same body answers the first result again,
 * with another body 422. While the first still runs, a program is told to come back (409, INT-035); a person's second
 * request waits for it on the key's row.
 */
export const onceForKey = async (
  call: Repeatable,
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> => {
  const { tx, ctx, key, caller } = call
  if (key.length > 200) throw fail('invalid', { message: 'The Idempotency-Key is too long.' })
  if (ctx.viewer?.is_token && !(await lockKey(call))) throw fail('idempotency_key_running', { retry_after: 1 })
  const bodyHash = fingerprint(call.body)
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({
      portal_id: ctx.portal.id,
      key,
      caller,
      method: call.method,
      path: call.path,
      body_hash: bodyHash,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['portal_id', 'caller', 'key']).doNothing())
    .executeTakeFirst()
  const isOwner = (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  const row = tx
    .updateTable('idempotency_keys')
    .where('portal_id', '=', ctx.portal.id)
    .where('caller', '=', caller)
    .where('key', '=', key)
  if (isOwner) {
    const result = await work()
    await row.set({ status: result.status, answer: JSON.stringify(result.body ?? null) }).execute()
    return result
  }
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['method', 'path', 'body_hash', 'status', 'answer'])
    .where('portal_id', '=', ctx.portal.id)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  const isSameCall = first?.method === call.method && first.path === call.path && first.body_hash === bodyHash
  if (!first || !isSameCall) throw fail('idempotency_key_reused')
  if (first.status === null) throw fail('idempotency_key_running', { retry_after: 1 })
  return { status: first.status, body: first.answer }
}
