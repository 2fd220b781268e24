import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { serveOwned } from '#standins/serve-owned.ts'
import { post } from '#standins/stripe/deliveries.ts'
import { createControls, type TwilioControls } from './controls.ts'
import { pages } from './pages.ts'
import { createState, type StoredText } from './state.ts'

export type TwilioStandin = {
  base_url: string
  account_sid: string
  auth_token: string
  sender: string
  /** Only in the process that has the state. */
  controls: TwilioControls | undefined
  /** The texts that were sent, to open one as its phone would (ROU-162). */
  pages: (app: FastifyInstance) => Promise<void>
  close: () => Promise<void>
}

const ACCOUNT = 'ACstandin00000000000000000000000000'
const TOKEN = 'a token of the stand-in'
/** The numbers that fail in the service's own tests, and one whose phone is never reached. */
const REFUSED: Readonly<Record<string, { code: number; message: string }>> = {
  '+15005550001': { code: 21211, message: "The 'To' number +15005550001 is not a valid phone number." },
  '+15005550009': { code: 21614, message: "'To' number +15005550009 is not a mobile number" },
  '+15005550004': { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
}
const UNREACHED = '+15005550007'

const signed = (url: string, fields: URLSearchParams) => {
  const text = [...fields.keys()].toSorted().map((name) => `${name}${fields.get(name)}`)
  return createHmac('sha1', TOKEN)
    .update(url + text.join(''))
    .digest('base64')
}

const shown = ({ sid, status, body, to, error_code, created_at }: StoredText) => ({
  sid,
  status,
  body,
  to,
  error_code,
  date_created: created_at,
})

/**
 * A local Twilio: it takes text messages, keeps them to be read, and tells their delivery with its signature. If another process
 * already uses the same folder, that process is used.
 */
export const startTwilioStandin = async ({
  isAllowed,
  dir,
  delivers,
}: {
  /** Whether stand-ins may run at all; false in production, where starting one is an error. */
  isAllowed: boolean
  /** The folder whose files survive a restart. */
  dir: string
  /** Whether it tells deliveries by itself; tests do it themselves, in whatever order and number they want to try. */
  delivers: boolean
}): Promise<TwilioStandin> => {
  if (!isAllowed) throw new Error('Stand-ins do not run in production.')
  const app = Fastify({ logger: false })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const state = createState(dir)
  const messageOf = (text: StoredText, status: string, code: number | null) => {
    const url = text.status_callback ?? ''
    const fields = new URLSearchParams({
      MessageSid: text.sid,
      MessageStatus: status,
      To: text.to,
      AccountSid: ACCOUNT,
      ...(code !== null && { ErrorCode: String(code) }),
    })
    return { url, body: fields.toString(), signature: signed(url, fields) }
  }
  const controls = createControls(state, { messageOf, signed })
  const isKnown = (request: FastifyRequest) =>
    request.headers.authorization === `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
  const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
    reply.code(status).send({ code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` })
  const tell = async (text: StoredText, status: string, code: number | null) => {
    const message = controls.settle(text.sid, status, code)
    if (!message.url) return
    await post(message.url, message.body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': message.signature,
    }).catch(() => 0)
  }

  app.get('/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
    if (!isKnown(request)) return refuse(reply, 401, 20003, 'Authenticate')
    const { To: to } = request.query as { To?: string }
    return {
      messages: state.texts
        .filter((text) => !to || text.to === to)
        .toReversed()
        .slice(0, 50)
        .map(shown),
    }
  })
  app.post('/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
    if (!isKnown(request)) return refuse(reply, 401, 20003, 'Authenticate')
    const fault = controls.nextFault()
    if (fault !== null && fault !== 'lost') return refuse(reply, fault.status, fault.code, fault.message)
    const form = request.body as URLSearchParams
    const to = form.get('To') ?? ''
    const refused = REFUSED[to] ?? (state.opted_out.includes(to) ? REFUSED['+15005550004'] : undefined)
    if (refused) return refuse(reply, 400, refused.code, refused.message)
    if (!form.get('From') && !form.get('MessagingServiceSid'))
      return refuse(reply, 400, 21603, "A 'From' phone number is required.")
    const text: StoredText = {
      sid: `SM${randomUUID().replaceAll('-', '')}`,
      to,
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body: form.get('Body') ?? '',
      status: 'queued',
      error_code: null,
      status_callback: form.get('StatusCallback'),
      created_at: new Date().toISOString(),
    }
    state.texts.push(text)
    state.save()
    if (delivers)
      setTimeout(() => {
        if (to === UNREACHED) void tell(text, 'undelivered', 30003)
        else void tell(text, 'sent', null).then(() => tell(text, 'delivered', null))
      }, 500).unref()
    // The text was taken, and its sender does not learn of that.
    if (fault === 'lost') return reply.hijack().raw.destroy()
    return reply.code(201).send(shown(text))
  })
  app.get('/texts.json', (request) => {
    const { to } = request.query as { to?: string }
    return {
      data: state.texts
        .filter((text) => !to || text.to === to)
        .toReversed()
        .slice(0, 50),
    }
  })

  const { origin, isMe } = await serveOwned(app, dir)
  return {
    base_url: origin,
    account_sid: ACCOUNT,
    auth_token: TOKEN,
    sender: '+15005550006',
    controls: isMe ? controls : undefined,
    pages: pages(origin),
    close: async () => {
      if (!isMe) return
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
