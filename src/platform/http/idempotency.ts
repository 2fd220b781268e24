import { createHash } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import { type AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '../db/db.ts'

const fingerprint = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')

type Repeatable = { tx: Tx; ctx: Context; key: string; caller: string; method: string; path: string; body: unknown }

/**
 * Runs a repeatable call once for each key (API-024): the same key with the same body answers the first result again,
 * with another body 409. A second request that comes while the first still runs waits for it on the key's row.
 */
export const onceForKey = async (
  call: Repeatable,
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> => {
  const { tx, ctx, key, caller } = call
  if (key.length > 200) throw fail('invalid', { message: 'The Idempotency-Key is too long.' })
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
  if (!first || !isSameCall) throw keyReused()
  if (first.status === null)
    throw fail('conflict', { message: 'The first call with this Idempotency-Key is still running.' })
  return { status: first.status, body: first.answer }
}

const keyReused = (): AppError =>
  fail('conflict', { message: 'This Idempotency-Key was used before with another body.' })
