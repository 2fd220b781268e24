import { sql } from 'kysely'
import { actorIdOf, type Context } from '#kernel/context.ts'
import type { Tx } from '../db.ts'

/** How a change comes, where it is not the program itself (HIS-002). */
export type Origin = 'call' | 'import' | 'bulk' | 'restore' | 'visit'

/** What a restore puts back: one change, or the record as of the end of a day. */
export type Restoring = { restores_id: number } | { restores_day: string }

type Actor = Pick<Context, 'viewer' | 'now'>

/**
 * Who acts, as the triggers of `record_changes` read it (decision 065). A call that nobody is signed in for is a visit: it is
 * made by somebody who signs in or up, or by a service that we know.
 */
export const actingOf = (actor: Actor, origin: Origin = 'call', restoring?: Restoring): string => {
  const { viewer, now } = actor
  return JSON.stringify({
    origin: viewer === null && origin === 'call' ? 'visit' : origin,
    user_id: actorIdOf(actor),
    impersonator_id: viewer?.impersonator_id ?? null,
    at: now.toISOString(),
    token_name: viewer?.is_token || viewer?.portal_token ? (viewer.token_name ?? null) : null,
    ...restoring,
  })
}

/** Says from here on who acts in the transaction, for work whose actor is known only inside of it. */
export const actingIn = async (tx: Tx, actor: Actor, origin: Origin, restoring?: Restoring): Promise<void> => {
  await sql`select set_config('app.actor', ${actingOf(actor, origin, restoring)}, true)`.execute(tx)
}
