import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PortalContext } from '#kernel/context.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createDb, type Db, type Tx } from '../db/db.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { devMail } from './dev-mail.ts'
import {
  createMailer,
  deliverMail,
  type Mailer,
  type MailerOptions,
  mailJobs,
  type StoredMail,
  sendMail,
} from './mail.ts'
import { type SmtpServer, startSmtpServer } from './smtp-testing.ts'

let database: TestDatabase
let db: Db
let jobs: Jobs
let smtp: SmtpServer
let mailer: Mailer | undefined
const portals = new Map<number, PortalContext>()
const undeliverable: StoredMail[] = []

const makePortal = async (slug: string, name: string): Promise<number> => {
  const { id } = await db.withPlatform((tx) =>
    tx.insertInto('portals').values({ slug, name, status: 'active' }).returning('id').executeTakeFirstOrThrow(),
  )
  const facts = {
    id,
    slug,
    name,
    origin: `https://${slug}.example.com`,
    setting: { logo: '/media/logo.png', primary_color: '#0f766e' },
    company: { support_email: `help@${slug}.example.com`, support_phone: null },
  }
  portals.set(id, facts as unknown as PortalContext)
  return id
}

const open = (options: Partial<MailerOptions> = {}) => {
  mailer?.close()
  mailer = createMailer(db, {
    smtp_url: smtp.url,
    from_email: 'no-reply@portico.example.com',
    is_production: false,
    secret: 'a secret for tests only, of enough length',
    portalById: async (id) => portals.get(id) ?? null,
    onUndeliverable: async (_tx, mail) => void undeliverable.push(mail),
    ...options,
  })
}

let harbor = 0
let summit = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(database.app)
  jobs = await startJobs(database.app, db, mailJobs, { works: false, log: { error: () => {}, info: () => {} } })
  harbor = await makePortal('harbor', 'Harbor Safety, "Ltd"')
  summit = await makePortal('summit', 'Summit')
})
beforeEach(async () => {
  smtp = await startSmtpServer()
  open()
})
afterEach(async () => {
  mailer?.close()
  await smtp.close()
  undeliverable.length = 0
  await db.withPlatform((tx) => tx.deleteFrom('mails').execute())
})
afterAll(async () => {
  await jobs?.stop()
  await db?.close()
  await database?.drop()
})

const reset =
  (portalId: number, to = 'dana@example.com', key?: string) =>
  (tx: Tx) =>
    sendMail(tx, {
      portal_id: portalId,
      to,
      template: 'reset-link',
      data: { first_name: 'Dana', link: 'https://harbor.example.com/reset-password?token=t1', minutes: 60 },
      ...(key !== undefined && { key }),
    })
const send = async (portalId = harbor, to?: string, key?: string): Promise<number> =>
  (await db.withPortal(portalId, reset(portalId, to, key))) ?? 0
const stored = (portalId = harbor) =>
  db.withPortal(portalId, (tx) => tx.selectFrom('mails').selectAll().orderBy('id').execute())

/** A header as people read it (RFC 2047). */
const decodeWords = (header: string | undefined) =>
  (header ?? '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, word: string) =>
      decodeURIComponent(word.replace(/_/g, ' ').replace(/=/g, '%')),
    )

/** The headers of a message and its parts by content type, decoded. */
const messageOf = (source: string) => {
  const [head = ''] = source.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = source.split(`--${boundary}`).slice(1, -1)
  const bodies = parts.map((part) => {
    const [partHead = '', ...rest] = part.split('\r\n\r\n')
    const body = rest.join('\r\n\r\n')
    const bytes = /quoted-printable/i.test(partHead)
      ? Buffer.from(
          body
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
      : Buffer.from(body, /base64/i.test(partHead) ? 'base64' : 'utf8')
    return [/content-type: ([^;\s]+)/i.exec(partHead)?.[1] ?? '', bytes.toString('utf8')] as const
  })
  return { headers, bodies: Object.fromEntries(bodies) as Record<string, string> }
}

describe('sending', () => {
  test('an e-mail goes through the mail server with sender, subject, HTML and text, and is marked as sent (RTM-012)', async () => {
    await send()
    expect(smtp.received).toHaveLength(0)
    expect(await jobs.drain()).toBe(1)

    const [received] = smtp.received
    expect(received).toMatchObject({ from: 'no-reply@portico.example.com', to: ['dana@example.com'] })
    const { headers, bodies } = messageOf(received?.source ?? '')
    expect(headers.from).toBe('"Harbor Safety, \\"Ltd\\"" <no-reply@portico.example.com>')
    expect(headers.to).toBe('dana@example.com')
    expect(headers['reply-to']).toBe('help@harbor.example.com')
    expect(decodeWords(headers.subject)).toBe('Reset your password for Harbor Safety, "Ltd"')
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(bodies['text/html']).toContain('src="https://harbor.example.com/media/logo.png"')
    expect(bodies['text/plain']).toContain('<https://harbor.example.com/reset-password?token=t1>')
    const [mail] = await stored()
    expect(mail).toMatchObject({ to_email: 'dana@example.com', template: 'reset-link', error: null })
    expect(mail?.sent_at).toBeInstanceOf(Date)
    expect(headers['message-id']).toBe(`<mail-${mail?.id}@portico.example.com>`)
  })

  test("the sender is the portal's active custom e-mail, not one that is still being checked (RTM-012, PRT-065)", async () => {
    await db.withPortal(harbor, (tx) =>
      tx.insertInto('custom_emails').values({ portal_id: harbor, email: 'pending@harbor.example.com' }).execute(),
    )
    await send()
    await db.withPortal(harbor, (tx) =>
      tx
        .insertInto('custom_emails')
        .values({ portal_id: harbor, email: 'school@harbor.example.com', status: 'active' })
        .execute(),
    )
    await send()
    await send(summit)
    await jobs.drain()
    expect(smtp.received.map((mail) => mail.from).toSorted()).toEqual([
      'no-reply@portico.example.com',
      'no-reply@portico.example.com',
      'school@harbor.example.com',
    ])
    await db.withPortal(harbor, (tx) => tx.deleteFrom('custom_emails').execute())
  })

  test('a rolled-back transaction sends nothing', async () => {
    const failed = db.withPortal(harbor, async (tx) => {
      await reset(harbor)(tx)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await jobs.drain()).toBe(0)
    expect(await stored()).toEqual([])
  })

  test('one key sends one e-mail in a portal, however many requests come at once', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => send(harbor, undefined, 'certificate:7')))
    expect(ids.filter(Boolean)).toHaveLength(1)
    expect(await send(harbor, undefined, 'certificate:7')).toBe(0)
    expect(await send(summit, undefined, 'certificate:7')).toBeGreaterThan(0)
    expect(await jobs.drain()).toBe(2)
    expect(smtp.received).toHaveLength(2)
  })

  test('an address is one address, never a list', async () => {
    await send(harbor, 'dana@example.com, eve@example.com')
    await jobs.drain()
    expect(smtp.received.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
  })

  test('e-mails of one portal are not visible in another', async () => {
    await send(harbor)
    expect(await stored(summit)).toEqual([])
  })
})

describe('delivery', () => {
  const now = () => new Date()
  const deliver = (id: number, at = now()) => deliverMail({ id, portal_id: harbor }, { db, now: at })

  test('a sent e-mail is not sent again', async () => {
    const id = await send()
    await deliver(id)
    await deliver(id)
    expect(smtp.received).toHaveLength(1)
  })

  test('a temporary refusal is recorded and thrown, so the job is retried; the next try sends', async () => {
    const id = await send()
    smtp.refuse('dana@example.com', '451 4.3.0 try again later')
    await expect(deliver(id)).rejects.toThrow('451')
    expect(await stored()).toMatchObject([{ sent_at: null, error: expect.stringContaining('451') }])
    expect(undeliverable).toEqual([])
    await deliver(id)
    expect(smtp.received).toHaveLength(1)
    expect(await stored()).toMatchObject([{ sent_at: expect.any(Date), error: null }])
  })

  test('a permanent refusal ends it: no further try, and the feature is told (MGR-002)', async () => {
    const id = await send(harbor, undefined, 'invitation:5')
    smtp.refuse('dana@example.com', '550 5.1.1 no such user')
    await deliver(id)
    expect(await stored()).toMatchObject([{ sent_at: null, error: expect.stringContaining('550') }])
    expect(undeliverable).toMatchObject([{ id, message_key: 'invitation:5', to_email: 'dana@example.com' }])
  })

  test('an unreachable mail server is retried, but not forever (MGR-002)', async () => {
    const id = await send()
    await smtp.close()
    await expect(deliver(id)).rejects.toThrow()
    expect(undeliverable).toEqual([])
    await deliver(id, new Date(Date.now() + 5 * 3_600_000))
    expect(undeliverable).toMatchObject([{ id, error: expect.stringContaining('ECONNREFUSED') }])
  })

  test('without a mail server, e-mails arrive in the outbox, except in production, where that is an error', async () => {
    open({ smtp_url: undefined })
    await deliver(await send())
    open({ smtp_url: undefined, is_production: true })
    await deliver(await send())
    expect(await stored()).toMatchObject([
      { sent_at: expect.any(Date), error: null },
      { sent_at: null, error: 'No mail server is set up (SMTP_URL)' },
    ])
  })
})

describe('the outbox page', () => {
  let app: FastifyInstance
  const get = (url: string) => app.inject({ url })

  beforeEach(async () => {
    app = Fastify()
    app.decorateRequest('is_content_host', false)
    await app.register(devMail, { db, is_production: false })
  })
  afterEach(() => app.close())

  test('lists the e-mails of all portals, newest first, or of one recipient (ROU-112)', async () => {
    await send(harbor)
    await send(summit, 'sam@example.com')
    const all = await get('/dev/mail')
    expect(all.headers['content-type']).toContain('text/html')
    expect(all.body.indexOf('sam@example.com')).toBeGreaterThan(0)
    expect(all.body.indexOf('sam@example.com')).toBeLessThan(all.body.indexOf('dana@example.com'))
    expect(all.headers['content-security-policy']).toContain("form-action 'self'")
    expect((await get('/dev/mail?to=sam@example.com')).body).not.toContain('dana@example.com')
    const { data } = (await get('/dev/mail.json?to=dana@example.com')).json()
    expect(data).toMatchObject([{ to_email: 'dana@example.com', text: expect.stringContaining('token=t1') }])
  })

  test('shows one e-mail with its text and, in a sandbox, its HTML; nothing in it becomes part of the page (ROU-112)', async () => {
    const name = '</iframe><script>alert(1)</script>"'
    await db.withPortal(harbor, (tx) =>
      sendMail(tx, {
        portal_id: harbor,
        to: 'dana@example.com',
        template: 'verify-email',
        data: { first_name: name, link: 'https://harbor.example.com/verify-email?token=t2' },
      }),
    )
    const [mail] = await stored()
    const { body, headers } = await get(`/dev/mail/${mail?.id}`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toContain('<script')
    expect(body.match(/<\/iframe>/g)).toHaveLength(1)
    expect(body).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&#60;!DOCTYPE html/,
    )
    expect(body).toContain('href="https://harbor.example.com/verify-email?token=t2"')
  })

  test('pages through more e-mails than fit, and answers 404 for a missing one', async () => {
    const rows = Array.from({ length: 55 }, (_, index) => ({
      portal_id: harbor,
      template: 'enrolled',
      to_email: 'dana@example.com',
      from_email: 'no-reply@portico.example.com',
      subject: `Mail number ${index}.`,
      html: '<p>x</p>',
      text: 'x',
    }))
    await db.withPortal(harbor, (tx) => tx.insertInto('mails').values(rows).execute())
    const first = (await get('/dev/mail?to=dana@example.com')).body
    const next = /href="(\/dev\/mail\?before=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = (await get(next)).body
    const numbers = (html: string) => [...html.matchAll(/Mail number (\d+)\./g)].map((match) => Number(match[1]))
    expect([...numbers(first), ...numbers(second)]).toEqual(Array.from({ length: 55 }, (_, index) => 54 - index))
    for (const id of ['0', '999999999', 'x']) expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404)
  })

  test('is not served on the course content host, and leaves other routes alone', async () => {
    const content = Fastify()
    content.decorateRequest('is_content_host', true)
    await devMail(content, { db, is_production: false })
    content.get('/other', async () => 'other')
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/1'])
      expect(await content.inject({ url })).toMatchObject({ statusCode: 404, body: 'Not found' })
    expect((await content.inject({ url: '/other' })).body).toBe('other')
    await content.close()
  })

  test('is not served in production (ROU-112)', async () => {
    const production = Fastify()
    await expect(production.register(devMail, { db, is_production: true })).rejects.toThrow('production')
  })
})
