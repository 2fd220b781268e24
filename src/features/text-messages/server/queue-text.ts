import { mostTexts } from '#kernel/access/text-limit.ts'
import { actorIdOf, type Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { lockTextDay } from '#platform/text-messages/day.ts'
import { OPTED_OUT, plainError } from '../rules/delivery.ts'
import { segmentsOf } from '../rules/segments.ts'
import {
  CODE_MINUTES,
  type Kind,
  SIGN_IN_MINUTES,
  SIGN_INS_A_DAY,
  START_LINK_DAYS,
  TEXTS_A_DAY,
  textWords,
} from '../rules/words.ts'
import { saveSent } from './notify-limit.ts'
import { countText, hasOptedOut, hasTexted, insertText } from './store.ts'

/** With pauses of up to ten minutes, 20 tries take two hours. */
export const textSend = job({
  name: 'text-message.send',
  data: z.object({ id: z.int(), portal_id: z.int() }),
  retries: 20,
  seconds: 60,
})

const MINUTE_MS = 60_000
const MINUTES: Readonly<Record<Kind, number>> = {
  start: START_LINK_DAYS * 24 * 60,
  'sign-in': SIGN_IN_MINUTES,
  code: CODE_MINUTES,
  test: CODE_MINUTES,
}

export type QueuedText = { id: number; expires_at: Date }
type TextRequest = { user_id: number; kind: Kind; number: string; secret: string }
type At = Pick<Context, 'now' | 'viewer' | 'portal'>

export type CountNeeds = Pick<Services, 'loadPortalAdmins'>
export type Refusal = 'texts_opted_out' | 'texts_day_over' | 'sign_in_texts_over' | 'too_many_texts'

/**
 * Why this number gets no text now; null, and the text is counted for the number and the day of the portal, if it gets one (TXT-007,
 * TXT-009, TXT-022). The portal's day is locked before the number, always, so that no two transactions wait in a circle.
 */
export const refusalOf = async (
  needs: CountNeeds,
  tx: Tx,
  { portal, now }: Pick<At, 'portal' | 'now'>,
  { kind, number }: Pick<TextRequest, 'kind' | 'number'>,
): Promise<Refusal | null> => {
  if (await hasOptedOut(tx, portal.id, number)) return 'texts_opted_out'
  const isSignIn = kind === 'sign-in'
  const day = await lockTextDay(tx, portal.id, now)
  if (day.sent >= mostTexts(isSignIn ? 'sign-in' : 'other', day.limit))
    return isSignIn ? 'sign_in_texts_over' : 'texts_day_over'
  if (!(await countText(tx, number, now, isSignIn ? SIGN_INS_A_DAY : TEXTS_A_DAY))) return 'too_many_texts'
  await saveSent(needs, tx, { portal, now }, day, day.sent + 1)
  return null
}

/** Writes a text that was counted and the job that sends it: it leaves once the transaction has been committed. */
export const queueText = async (
  tx: Tx,
  ctx: At,
  { user_id, kind, number, secret }: TextRequest,
): Promise<QueuedText> => {
  const { portal, now } = ctx
  const isFirst = !(await hasTexted(tx, portal.id, number))
  const body = textWords({ kind, sender: portal.name, secret, is_first: isFirst })
  const expiresAt = new Date(now.getTime() + MINUTES[kind] * MINUTE_MS)
  const id = await insertText(tx, {
    portal_id: portal.id,
    user_id,
    kind,
    number,
    body,
    segments: segmentsOf(body).segments,
    requested_by: actorIdOf(ctx),
    created_at: now,
    expires_at: expiresAt,
  })
  await enqueue(tx, textSend, { id, portal_id: portal.id })
  return { id, expires_at: expiresAt }
}

const REFUSAL_REASONS: Readonly<Record<Refusal, string>> = {
  texts_opted_out: plainError(OPTED_OUT, null),
  texts_day_over: 'The portal’s daily limit of text messages was reached.',
  sign_in_texts_over: 'The portal’s daily limit of text messages was reached.',
  too_many_texts: 'The number reached its limit of text messages within 24 hours.',
}

/** Records among the texts of a person that one was refused after its request had been accepted, and why (TXT-029). */
export const recordRefused = async (
  tx: Tx,
  { portal, now }: Pick<At, 'portal' | 'now'>,
  { user_id, kind, number }: Omit<TextRequest, 'secret'>,
  refusal: Refusal,
): Promise<void> => {
  await insertText(tx, {
    portal_id: portal.id,
    user_id,
    kind,
    number,
    body: '',
    segments: 1,
    requested_by: null,
    created_at: now,
    expires_at: now,
    ...{ status: 'failed', settled_at: now, error: REFUSAL_REASONS[refusal] },
  })
}

/** Counts and queues a text, or throws why there is none. */
export const requireText = async (needs: CountNeeds, tx: Tx, ctx: At, text: TextRequest): Promise<QueuedText> => {
  const refusal = await refusalOf(needs, tx, ctx, text)
  if (refusal) throw fail(refusal, refusal === 'texts_opted_out' ? { field: 'number' } : {})
  return queueText(tx, ctx, text)
}
