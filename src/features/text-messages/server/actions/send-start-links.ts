import { randomBytes } from 'node:crypto'
import { loadShownPeople } from '#features/accounts/server/api.ts'
import { isAllowed, loadHolders, requireBadges, requireStartable } from '#features/badges/server/api.ts'
import { maskedMobile } from '#kernel/access/mobile-number.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { type ErrorCode, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashToken } from '#platform/secrets.ts'
import type { LEFT_OUT } from '../../contract.ts'
import { linkAddress, linkToken } from '../../rules/words.ts'
import { type CountNeeds, queueText, type Refusal, refusalOf } from '../queue-text.ts'
import { requireTarget, type TextNeeds } from '../service.ts'
import { insertLink, loadNumbers } from '../store.ts'

type Reason = (typeof LEFT_OUT)[number]

const REASONS: Readonly<Record<Refusal, Reason>> = {
  texts_opted_out: 'opted_out',
  too_many_texts: 'too_many',
  texts_day_over: 'day_over',
  sign_in_texts_over: 'day_over',
}

const ALONE: Readonly<Record<Reason, ErrorCode>> = {
  not_allowed: 'not_enough_permissions',
  no_badge: 'invalid',
  no_number: 'invalid',
  opted_out: 'texts_opted_out',
  too_many: 'too_many_texts',
  day_over: 'texts_day_over',
}

/** Queues a text with a link for a person, in place of an earlier link of its kind; the text was counted before. */
export const queueLink = async (
  tx: Tx,
  ctx: Pick<Context, 'now' | 'viewer' | 'portal'>,
  { user_id, number, kind }: { user_id: number; number: string; kind: 'start' | 'sign-in' },
): Promise<void> => {
  const token = linkToken(randomBytes(22))
  const secret = linkAddress(ctx.portal.origin, token)
  const { id, expires_at } = await queueText(tx, ctx, { user_id, number, kind, secret })
  const portal_id = ctx.portal.id
  await insertLink(tx, { portal_id, user_id, number, kind, expires_at, message_id: id, token_hash: hashToken(token) })
}

/**
 * Texts people a link that sets their PIN, to those to whom the viewer may give a start code (TXT-011); answers the others with the
 * reason. For one person alone the reason is thrown.
 */
export const sendStartLinks = async (
  needs: TextNeeds & CountNeeds,
  tx: Tx,
  ctx: SignedIn,
  userIds: readonly number[],
) => {
  requireBadges(ctx.portal)
  await requireTarget(needs, tx, ctx.portal.id)
  const ids = [...new Set(userIds)]
  const numbers = await loadNumbers(tx, ctx.portal.id, ids)
  const holders = await loadHolders(tx, ctx.portal.id, ids)
  const reasonFor = async (id: number): Promise<Reason | null> => {
    const mobile = numbers.get(id)
    if (!(await isAllowed(() => requireStartable(tx, ctx, id), { throwsUnknown: true }))) return 'not_allowed'
    if (!holders.has(id)) return 'no_badge'
    if (!mobile) return 'no_number'
    const refusal = await refusalOf(needs, tx, ctx, { kind: 'start', number: mobile.number })
    return refusal && REASONS[refusal]
  }
  const left: { id: number; reason: Reason }[] = []
  // In the order of their numbers, so that two calls with the same people never wait for each other in a circle.
  const orderOf = (id: number) => `${numbers.get(id)?.number ?? ''} ${id}`
  for (const id of ids.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
    const reason = await reasonFor(id)
    const mobile = numbers.get(id)
    if (reason !== null || !mobile) {
      left.push({ id, reason: reason ?? 'no_number' })
      continue
    }
    await queueLink(tx, ctx, { user_id: id, number: mobile.number, kind: 'start' })
    await logActivity(tx, ctx, {
      action: 'badge.text-link',
      subject_type: 'user',
      subject_id: id,
      changes: { number: maskedMobile(mobile.number) },
    })
  }
  const [only] = left
  if (only && ids.length === 1) throw refusalAlone(only.reason)
  const people = await loadShownPeople(
    tx,
    ctx.portal.id,
    left.map(({ id }) => id),
  )
  return {
    queued: ids.length - left.length,
    left_out: left.flatMap(({ id, reason }) => {
      const person = people.get(id)
      return person ? [{ person, reason }] : []
    }),
  }
}

const refusalAlone = (reason: Reason) => {
  if (reason === 'no_badge') return fail('invalid', { fields: { user_ids: ['This person has no badge yet.'] } })
  if (reason === 'no_number')
    return fail('invalid', { fields: { user_ids: ['This person has no mobile number yet.'] } })
  return fail(ALONE[reason])
}
