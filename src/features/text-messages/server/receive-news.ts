import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { isFromService } from '#platform/text-messages/twilio.ts'
import { plainError, replyOf, statusOf } from '../rules/delivery.ts'
import { recordNews } from './deliver.ts'
import { CALLBACK_PATH, type TextNeeds, targetOf } from './service.ts'
import { dropOptOut, lockText, saveOptOut } from './store.ts'

/** What became of a text, in any order and number. */
const takeStatus = async (tx: Tx, ctx: Context, id: number, fields: URLSearchParams) => {
  const status = statusOf(fields.get('MessageStatus') ?? '')
  const provider_id = fields.get('MessageSid') ?? undefined
  const portal_id = ctx.host_portal.id
  const text = await lockText(tx, portal_id, id)
  // Another text of the account, sent before the portal moved here.
  if (!status || !text || (text.provider_id !== null && text.provider_id !== provider_id)) return
  const code = Number(fields.get('ErrorCode')) || null
  const error = status === 'failed' ? plainError(code, null) : null
  await recordNews(tx, { id, portal_id }, { status, error, code, provider_id }, ctx.now)
}

/** Takes a message of the service, if its signature is right: news about a text, or somebody's reply (TXT-003, TXT-007). */
export const receiveNews = async (needs: TextNeeds, tx: Tx, ctx: Context, http: HttpAccess): Promise<void> => {
  const { id: portalId, origin } = ctx.host_portal
  const target = await targetOf(needs, tx, portalId)
  const fields = new URLSearchParams(http.raw_body?.toString('utf8') ?? '')
  const url = `${origin}${CALLBACK_PATH}${http.raw_query ? `?${http.raw_query}` : ''}`
  const signature = http.header('x-twilio-signature')
  if (!target || !isFromService(target.auth_token, { url, fields, signature }))
    throw fail('invalid', { message: 'The signature is not valid.' })
  const id = Number(new URLSearchParams(http.raw_query).get('message'))
  if (Number.isSafeInteger(id) && id > 0) return takeStatus(tx, ctx, id, fields)
  const from = fields.get('From') ?? ''
  const reply = replyOf(fields.get('Body') ?? '')
  if (!/^\+[1-9]\d{6,14}$/.test(from) || reply === null) return
  if (reply === 'stop') await saveOptOut(tx, portalId, from, ctx.now)
  else await dropOptOut(tx, portalId, from)
}
