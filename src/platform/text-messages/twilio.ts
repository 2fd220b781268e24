import { createHmac } from 'node:crypto'
import { z } from '#kernel/schema.ts'
import { isSame } from '../secrets.ts'
import { ServiceError } from '../service-error.ts'

/** An account of Twilio, or of what speaks its API. `sender` is a messaging service (MG…) or a number in E.164. */
export type TextTarget = { base_url: string; account_sid: string; auth_token: string; sender: string }

/** Where the service is, unless a setting names another place. */
export const TWILIO_URL = 'https://api.twilio.com'

/** The only error of the client. `code` is the service's own, which `plainError` explains; null without one. */
export class TextServiceError extends ServiceError {
  override name = 'TextServiceError'
  readonly code: number | null
  constructor(message: string, status: number | null, code: number | null = null, cause?: unknown) {
    super(message, status, cause)
    this.code = code
  }
}

const Message = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.optional(z.string()),
  error_code: z.optional(z.nullable(z.number())),
})
const Failure = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })

/** A text message as the service knows it. */
export type ServiceMessage = { id: string; status: string; error_code: number | null }

const WITHIN_MS = 10_000

const call = async <S extends z.core.$ZodType>(
  { base_url: base, account_sid: account, auth_token: token }: TextTarget,
  path: string,
  shape: S,
  form?: URLSearchParams,
): Promise<z.output<S>> => {
  const url = `${base.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}${path}`
  let response: Response
  let answer: unknown
  try {
    response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      },
      ...(form && { body: form }),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    answer = await response.json().catch(() => null)
  } catch (error) {
    throw new TextServiceError('The text message service did not answer.', null, null, error)
  }
  if (!response.ok) {
    const failure = z.safeParse(Failure, answer)
    const { message, code } = failure.success ? failure.data : {}
    throw new TextServiceError(
      message ?? `The text message service answered ${response.status}.`,
      response.status,
      code,
    )
  }
  const parsed = z.safeParse(shape, answer)
  if (!parsed.success)
    throw new TextServiceError('The text message service gave an unexpected answer.', null, null, parsed.error)
  return parsed.data
}

const shown = ({ sid, status, error_code: code }: z.output<typeof Message>): ServiceMessage => ({
  id: sid,
  status,
  error_code: code ?? null,
})

type NewText = { to: string; body: string; status_callback: string | null }

/**
 * Gives a text message to the service (https://www.twilio.com/docs/messaging/api/message-resource). The service knows no key for
 * repeated calls: after a call whose answer was lost, `findText` says whether it was taken.
 */
export const sendText = async (target: TextTarget, { to, body, status_callback }: NewText): Promise<ServiceMessage> => {
  const isService = target.sender.startsWith('MG')
  const form = new URLSearchParams({
    To: to,
    Body: body,
    [isService ? 'MessagingServiceSid' : 'From']: target.sender,
    ...(status_callback && { StatusCallback: status_callback }),
  })
  return shown(await call(target, '/Messages.json', Message, form))
}

/** The newest text message to this number with this text, before which trial accounts get a sentence; null if the service has taken none. */
export const findText = async (
  target: TextTarget,
  { to, body }: Pick<NewText, 'to' | 'body'>,
): Promise<ServiceMessage | null> => {
  const query = new URLSearchParams({ To: to, PageSize: '50' })
  const { messages } = await call(target, `/Messages.json?${query}`, z.object({ messages: z.array(Message) }))
  const match = messages.find((message) => message.body?.endsWith(body))
  return match ? shown(match) : null
}

/** The signature of a message of the service: over the address it calls and the fields in the order of their names. */
export const textSignature = (authToken: string, url: string, fields: URLSearchParams): string => {
  const sorted = [...new Set(fields.keys())].toSorted()
  const text = sorted
    .map((name) =>
      fields
        .getAll(name)
        .map((value) => `${name}${value}`)
        .join(''),
    )
    .join('')
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
}

/** Whether a message comes from the account with this token (https://www.twilio.com/docs/usage/security). */
export const isFromService = (
  authToken: string,
  { url, fields, signature }: { url: string; fields: URLSearchParams; signature: string | undefined },
): boolean => signature !== undefined && isSame(textSignature(authToken, url, fields), signature)
