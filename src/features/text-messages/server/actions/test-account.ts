import { keyTestOf } from '#features/integrations/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { sendText, TextServiceError } from '#platform/text-messages/twilio.ts'
import { OPTED_OUT, plainError } from '../../rules/delivery.ts'
import { textWords } from '../../rules/words.ts'
import { type CountNeeds, refusalOf } from '../queue-text.ts'
import { requireTarget, type TextNeeds } from '../service.ts'
import { hasTexted, saveOptOut } from '../store.ts'

const WAITS = { is_accepted: false, message: '' }

/** Whether a test message may go to this number now; it is counted like any other text (TXT-009). */
export const queueTest = async (needs: TextNeeds & CountNeeds, tx: Tx, ctx: SignedIn, number: string) => {
  await requireTarget(needs, tx, ctx.portal.id)
  const refusal = await refusalOf(needs, tx, ctx, { kind: 'test', number })
  if (refusal) throw fail(refusal)
  return WAITS
}

/** Sends a test message with the portal's account, and says what the service answered (TXT-002); no transaction is open meanwhile. */
export const testResult = async (needs: TextNeeds, db: Db, { portal, now }: SignedIn, number: string) => {
  const { target, isFirst } = await db.withPortal(
    portal.id,
    async (tx) => ({
      target: await requireTarget(needs, tx, portal.id),
      isFirst: !(await hasTexted(tx, portal.id, number)),
    }),
    'read only',
  )
  const body = textWords({ kind: 'test', sender: portal.name, secret: '', is_first: isFirst })
  try {
    await sendText(target, { to: number, body, status_callback: null })
    return {
      is_accepted: true,
      message: 'Twilio accepted the account and took the message. It arrives within a minute.',
    }
  } catch (error) {
    if (!(error instanceof TextServiceError)) throw error
    if (error.code === OPTED_OUT) await db.withPortal(portal.id, (tx) => saveOptOut(tx, portal.id, number, now))
    if (error.is_temporary) return keyTestOf('Twilio', error)
    return { is_accepted: false, message: plainError(error.code, error.message) }
  }
}
