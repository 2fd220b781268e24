import { sql } from 'kysely'
import { findAccount } from '#features/accounts/server/api.ts'
import { findHolder, isPinEnough, requireBadgesTaken } from '#features/badges/server/api.ts'
import { isBlocked, rolesOf } from '#features/sessions/server/api.ts'
import { canonicalNumber } from '#kernel/access/badge-number.ts'
import { mostTexts } from '#kernel/access/text-limit.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { networkOf } from '#platform/http/network.ts'
import { enqueue, type JobContext, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { textsToday } from '#platform/text-messages/day.ts'
import { REQUESTS_AN_HOUR } from '../../rules/limits.ts'
import { type CountNeeds, recordRefused, refusalOf } from '../queue-text.ts'
import { requireTarget, type TextNeeds } from '../service.ts'
import { loadNumber } from '../store.ts'
import { queueLink } from './send-start-links.ts'

const HOUR_MS = 3_600_000

export const textRequest = job({
  name: 'text-message.request',
  data: z.object({ portal_id: z.int(), badge: z.string() }),
  seconds: 60,
})

const REFUSALS = {
  badge: 'A link was requested for this badge several times. Please try again in an hour, or sign in with your PIN.',
  network: 'Too many links were requested from this network. Please try again in an hour, or sign in with your PIN.',
}

/** Counts a request for the badge number as typed and for the network, whether anybody has the badge or not (TXT-019). */
const countRequest = async (tx: Tx, portalId: number, at: { badge: string; network: string }, now: Date) => {
  for (const column of ['badge', 'network'] as const) {
    const name = `text request:${portalId}:${column}:${at[column]}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
    const { count } = await tx
      .selectFrom('text_requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('portal_id', '=', portalId)
      .where(column, '=', at[column])
      .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
      .executeTakeFirstOrThrow()
    if (count >= REQUESTS_AN_HOUR[column])
      throw fail('too_many_requests', { message: REFUSALS[column], retry_after: HOUR_MS / 1000 })
  }
  await tx
    .insertInto('text_requests')
    .values({ portal_id: portalId, ...at, created_at: now })
    .execute()
}

/**
 * Takes a request for a link that signs in. What comes of it is decided by a job, so that neither the answer nor its time says
 * whether somebody has this badge or a number (TXT-018).
 */
export const requestSignIn = async (needs: TextNeeds, tx: Tx, ctx: Context, badge: string): Promise<void> => {
  const portal = ctx.host_portal
  requireBadgesTaken(portal)
  await requireTarget(needs, tx, portal.id)
  // The same for every badge, so it says nothing about one.
  const { sent, limit } = await textsToday(tx, portal.id, ctx.now)
  if (sent >= mostTexts('sign-in', limit)) throw fail('sign_in_texts_over')
  await countRequest(tx, portal.id, { badge, network: networkOf(ctx.request.address) }, ctx.now)
  await enqueue(tx, textRequest, { portal_id: portal.id, badge })
}

/** Texts the link, if the badge has a holder with a proved number for whom a PIN would be enough to sign in. */
export const answerRequest = async (
  needs: Pick<Services, 'portalById'> & CountNeeds,
  { portal_id, badge }: { portal_id: number; badge: string },
  { db, now }: Pick<JobContext, 'db' | 'now'>,
): Promise<void> => {
  const portal = await needs.portalById(portal_id)
  const number = canonicalNumber(badge)
  if (!portal?.setting.has_badges || number === null) return
  await db.withPortal(portal_id, async (tx) => {
    const holder = await findHolder(tx, portal_id, { number })
    const mobile = holder && (await loadNumber(tx, { portal_id, user_id: holder.user_id }))
    const account = holder && (await findAccount(tx, holder.user_id))
    if (!mobile?.proved_at || !account || (await isBlocked(tx, portal_id, account))) return
    const roles = await rolesOf(tx, portal_id, account)
    if (roles.length === 0 || !isPinEnough(roles)) return
    const request = { id: 'job', address: '', user_agent: '', is_secure: true }
    const ctx = { portal, now, viewer: null, request }
    const text = { user_id: account.id, number: mobile.number, kind: 'sign-in' } as const
    const refusal = await refusalOf(needs, tx, ctx, text)
    // The one who asked learns nothing, or the answer would say whose badge it is; those who look after the person do.
    if (refusal) return recordRefused(tx, ctx, text, refusal)
    await queueLink(tx, ctx, text)
    await logActivity(tx, ctx, {
      action: 'badge.text-sign-in',
      subject_type: 'user',
      subject_id: account.id,
    })
  })
}
