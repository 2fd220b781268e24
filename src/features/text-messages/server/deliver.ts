import { errorText } from '#kernel/errors.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import {
  findText,
  type ServiceMessage,
  sendText,
  TextServiceError,
  type TextTarget,
} from '#platform/text-messages/twilio.ts'
import { isNews, OPTED_OUT, plainError, type Status, statusOf } from '../rules/delivery.ts'
import { withoutSecret } from '../rules/words.ts'
import { CALLBACK_PATH, type TextNeeds, targetOf } from './service.ts'
import { hasOptedOut, lockText, saveOptOut, saveText } from './store.ts'

/** A process that began to send a text and died holds it for so long. */
const LEASE_MS = 60_000

type Data = { id: number; portal_id: number }
type Needs = TextNeeds & Pick<Services, 'portalById'>

/** Records what is known of a text, unless more is known already; the secret in it goes once it has left. */
export const recordNews = async (
  tx: Tx,
  { id, portal_id: portalId }: Data,
  news: { status: Status; error: string | null; provider_id?: string | undefined; code: number | null },
  now: Date,
): Promise<void> => {
  const text = await lockText(tx, portalId, id)
  if (!text) return
  if (news.code === OPTED_OUT && text.number !== null) await saveOptOut(tx, portalId, text.number, now)
  if (!isNews(text.status as Status, news.status)) return
  const isSettled = news.status === 'delivered' || news.status === 'failed'
  await saveText(tx, portalId, id, {
    status: news.status,
    error: news.error,
    body: withoutSecret(text.body),
    leased_until: null,
    ...(news.provider_id && { provider_id: news.provider_id }),
    ...(text.status === 'queued' && news.status !== 'failed' && { sent_at: now }),
    ...(isSettled && { settled_at: now }),
  })
}

type Taken = { to: string; body: string; was_tried: boolean; target: TextTarget }

/** Takes a text to be sent by this process; says why it cannot be sent, or null for one that left already. */
const take = async (
  needs: Needs,
  tx: Tx,
  { id, portal_id: portalId }: Data,
  now: Date,
): Promise<Taken | { failure: string } | null> => {
  const text = await lockText(tx, portalId, id)
  if (text?.status !== 'queued') return null
  if (text.leased_until !== null && text.leased_until > now) throw new Error('Another process is sending this text')
  if (text.number === null) return { failure: 'The person has left the portal.' }
  if (text.expires_at <= now) return { failure: 'It could not be sent in time.' }
  if (await hasOptedOut(tx, portalId, text.number)) return { failure: plainError(OPTED_OUT, null) }
  const target = await targetOf(needs, tx, portalId)
  if (!target) return { failure: errorText('texts_not_set_up') }
  await saveText(tx, portalId, id, {
    tried_at: text.tried_at ?? now,
    leased_until: new Date(now.getTime() + LEASE_MS),
  })
  return { to: text.number, body: text.body, was_tried: text.tried_at !== null, target }
}

const failText = (db: Db, data: Data, error: string, code: number | null, now: Date) =>
  db.withPortal(data.portal_id, (tx) => recordNews(tx, data, { status: 'failed', error, code }, now))

/**
 * The text as the service has it. After a try whose end is not known, it is looked for first, so that nobody gets it twice
 * (TXT-003).
 */
const pass = async (
  target: TextTarget,
  { to, body, was_tried: wasTried }: Taken,
  callback: string | null,
): Promise<ServiceMessage> =>
  (wasTried ? await findText(target, { to, body }) : null) ??
  (await sendText(target, { to, body, status_callback: callback }))

/** Where the service tells what became of a text; it reaches no address of this machine, its stand-in does. */
const callbackFor = async (needs: Needs, { id, portal_id: portalId }: Data, target: TextTarget) => {
  const portal = await needs.portalById(portalId)
  if (!portal || (target !== needs.twilio && !portal.origin.startsWith('https://'))) return null
  return `${portal.origin}${CALLBACK_PATH}?message=${id}`
}

/**
 * Passes a text to the service, once; one that left is let be. A temporary failure is thrown, so that the job runs again; another
 * one is recorded in plain words, and a number that opted out is marked.
 */
export const deliverText = async (
  needs: Needs,
  data: Data,
  { db, now }: Pick<JobContext, 'db' | 'now'>,
): Promise<void> => {
  const taken = await db.withPortal(data.portal_id, (tx) => take(needs, tx, data, now))
  if (!taken) return
  if ('failure' in taken) return failText(db, data, taken.failure, null, now)
  try {
    const message = await pass(taken.target, taken, await callbackFor(needs, data, taken.target))
    const status = statusOf(message.status) ?? 'sent'
    await db.withPortal(data.portal_id, (tx) =>
      recordNews(
        tx,
        data,
        {
          status,
          provider_id: message.id,
          code: message.error_code,
          error: status === 'failed' ? plainError(message.error_code, null) : null,
        },
        now,
      ),
    )
  } catch (error) {
    if (!(error instanceof TextServiceError)) throw error
    const words = plainError(error.code, error.message)
    if (!error.is_temporary) return failText(db, data, words, error.code, now)
    await db.withPortal(data.portal_id, (tx) =>
      saveText(tx, data.portal_id, data.id, { error: words, leased_until: null }),
    )
    throw error
  }
}

/** Once all tries are over. */
export const giveUpText = (data: Data, { db, now, failure }: JobContext): Promise<void> =>
  failText(db, data, failure instanceof Error ? failure.message : 'It could not be sent.', null, now)
