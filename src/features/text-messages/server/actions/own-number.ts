import { randomInt } from 'node:crypto'
import { maskedMobile } from '#kernel/access/mobile-number.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { committing } from '#platform/http/route.ts'
import { isSame, sign } from '#platform/secrets.ts'
import { MOST_WRONG_CODES } from '../../rules/limits.ts'
import { drawCode } from '../../rules/words.ts'
import { type CountNeeds, requireText } from '../queue-text.ts'
import { hasTexts, requireTarget, type TextNeeds } from '../service.ts'
import {
  countWrongCode,
  dropCode,
  dropNumber,
  hasOptedOut,
  loadCode,
  loadNumber,
  saveCode,
  saveNumber,
  waitingNumber,
} from '../store.ts'

const atOf = (ctx: SignedIn) => ({ portal_id: ctx.portal.id, user_id: ctx.viewer.user_id })
/** Six digits could be tried out against a plain hash. */
const hashOf = ({ config }: TextNeeds, ctx: SignedIn, number: string, code: string) =>
  sign(config.secret, 'mobile number code', `${ctx.portal.id} ${ctx.viewer.user_id} ${number} ${code}`)

const WRONG = 'This code is wrong or has expired. Check it, or ask for a new one.'

/** The own number, and one that waits for its code (TXT-010). */
export const showOwn = async (needs: TextNeeds, tx: Tx, ctx: SignedIn) => {
  const at = atOf(ctx)
  const mobile = await loadNumber(tx, at)
  const waiting = await waitingNumber(tx, at, ctx.now)
  return {
    number: mobile?.number ?? null,
    proved_at: mobile?.proved_at ?? null,
    has_opted_out: mobile ? await hasOptedOut(tx, at.portal_id, mobile.number) : false,
    has_texts: await hasTexts(needs, tx, at.portal_id),
    waiting: waiting && { number: waiting.number, ends_at: waiting.expires_at },
  }
}

/** Texts a code to a number that is to become the own one; the present one stays until the code is entered. */
export const sendCode = async (needs: TextNeeds & CountNeeds, tx: Tx, ctx: SignedIn, number: string): Promise<void> => {
  const at = atOf(ctx)
  await requireTarget(needs, tx, at.portal_id)
  const code = drawCode((below) => randomInt(below))
  const { expires_at } = await requireText(needs, tx, ctx, { user_id: at.user_id, kind: 'code', number, secret: code })
  await saveCode(tx, at, { number, code_hash: hashOf(needs, ctx, number, code), expires_at })
}

/** Makes the number own and proved by its code; after five wrong ones the code is over. */
export const confirmCode = async (needs: TextNeeds, tx: Tx, ctx: SignedIn, typed: string): Promise<void> => {
  const at = atOf(ctx)
  const refusal = fail('invalid', { fields: { code: [WRONG] } })
  const waiting = await loadCode(tx, at)
  if (!waiting || waiting.expires_at <= ctx.now || waiting.wrong >= MOST_WRONG_CODES) throw refusal
  if (!isSame(waiting.code_hash, hashOf(needs, ctx, waiting.number, typed.replace(/\s/g, '')))) {
    await countWrongCode(tx, at)
    throw committing(refusal)
  }
  const { number } = waiting
  await saveNumber(tx, at, { number, consent_at: ctx.now, consent_by: at.user_id, proved_at: ctx.now })
  await logActivity(tx, ctx, {
    action: 'mobile-number.enter',
    subject_type: 'user',
    subject_id: at.user_id,
    changes: { number: maskedMobile(number), is_proved: true },
  })
}

export const removeOwn = async (tx: Tx, ctx: SignedIn): Promise<void> => {
  const at = atOf(ctx)
  const isWaiting = (await waitingNumber(tx, at, ctx.now)) !== null
  const hadNumber = await dropNumber(tx, at)
  if (!hadNumber && !isWaiting) throw fail('not_found')
  await dropCode(tx, at)
  if (hadNumber)
    await logActivity(tx, ctx, { action: 'mobile-number.remove', subject_type: 'user', subject_id: at.user_id })
}
