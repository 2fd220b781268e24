import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { type SmtpServer, startSmtpServer } from '#platform/mail/smtp-testing.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { startDns, type TestDns } from '../../../../tests/dns/name-server.ts'
import { addEmail, checkEmail, deleteEmail, listEmails } from '../contract.ts'
import { checkDue } from './check.ts'

const PLATFORM = 'no-reply@portals.platform-tests.com'
const DAY = 86_400_000
let now = new Date()
const env: Record<string, string> = { MAIL_FROM: PLATFORM }
let dns: TestDns
let smtp: SmtpServer
beforeAll(async () => {
  dns = await startDns()
  smtp = await startSmtpServer()
  env['DNS_SERVERS'] = dns.address
  env['SMTP_URL'] = smtp.url
})
afterAll(async () => {
  await dns.close()
  await smtp.close()
})
const t = testApp({ env, now: () => now })

let names = 0
const nextDomain = () => `company${++names}-tests.com`
const add = async (who: TestPerson, email: string) => (await t.as(who).call(addEmail, { body: { email } })).data
const listed = async (who: TestPerson) => (await t.as(who).call(listEmails)).data
const shown = async (who: TestPerson, email: string) => {
  const sender = (await listed(who)).find((one) => one.email === email)
  if (!sender) throw new Error(`${email} is not listed`)
  return sender
}
type Sender = Awaited<ReturnType<typeof shown>>
const recordOf = (sender: Sender, purpose: string) => {
  const record = sender.records.find((one) => one.purpose === purpose)
  if (!record) throw new Error(`There is no record for ${purpose}`)
  return record
}
const check = async () => {
  now = new Date(now.getTime() + 600_000)
  await t.platform((tx) => enqueue(tx, checkDue, {}))
  await t.app.jobs.drain()
}
/** A long text split into the strings of a TXT record. */
const strings = (text: string) => text.match(/.{1,255}/g) ?? []
const publish = (sender: Sender, domain: string) => {
  const dkim = recordOf(sender, 'dkim')
  dns.set(dkim.name, { TXT: [strings(dkim.values[0] ?? '')] })
  dns.set(domain, { TXT: ['google-site-verification=x', recordOf(sender, 'spf').values[0] ?? ''] })
}
const activate = async (who: TestPerson, email: string) => {
  await add(who, email)
  await t.app.jobs.drain()
  const domain = email.slice(email.indexOf('@') + 1)
  publish(await shown(who, email), domain)
  await check()
  return domain
}
const admin = () => t.make.person('portal_admin')
const mail = (who: TestPerson) =>
  t.app.db.withPortal(who.portal.id, (tx) =>
    sendMail(tx, {
      ...{ portal_id: who.portal.id, to: 'dana@elsewhere-tests.com', template: 'changed-email' },
      data: { first_name: 'Dana', new_email: 'new@elsewhere-tests.com' },
    }),
  )
const lastMail = async (who: TestPerson) => {
  await mail(who)
  await t.app.jobs.drain()
  const received = smtp.received.at(-1)
  if (!received) throw new Error('No mail arrived')
  return received
}
/** What a receiver learns about an e-mail from the tests' name server. */
const judge = (source: string, sender: string) => {
  const resolver = new Resolver()
  resolver.setServers([dns.address])
  return authenticate(source, {
    ...{ ip: '192.0.2.25', helo: 'mx.platform-tests.com', sender, mta: 'mx.elsewhere-tests.com' },
    resolver: (name: string, type: string) => resolver.resolve(name, type as 'TXT') as never,
  })
}
const code = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )

describe('the life of a sender', () => {
  test('it waits for DKIM and SPF, and then its e-mails arrive signed by the portal’s domain (PRT-064, PRT-065, PRT-096, PRT-097)', async () => {
    const who = await admin()
    const domain = nextDomain()
    const email = `training@${domain}`
    dns.set('portals.platform-tests.com', { TXT: ['v=spf1 ip4:192.0.2.25 -all'] })
    expect(await add(who, email)).toMatchObject({ email, status: 'initializing', is_sender: false })
    await t.app.jobs.drain()
    const waiting = await shown(who, email)
    expect(waiting.status).toBe('pending')
    expect(waiting.records).toMatchObject([
      { purpose: 'dkim', name: expect.stringMatching(/^portico-[0-9a-f]{8}\._domainkey\./), state: 'missing' },
      { purpose: 'spf', name: domain, values: ['v=spf1 include:portals.platform-tests.com ~all'], state: 'missing' },
      { purpose: 'dmarc', name: `_dmarc.${domain}`, state: 'missing', is_required: false },
    ])
    const before = await lastMail(who)
    expect(before.from).toBe(PLATFORM)
    expect(before.source).toContain(`From: ${who.portal.name} <${PLATFORM}>`)
    expect(before.source).not.toMatch(/^DKIM-Signature:/m)

    publish(waiting, domain)
    dns.set(`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=reject; adkim=s; aspf=s'] })
    await check()
    expect(await shown(who, email)).toMatchObject({ status: 'active', is_sender: true })
    const { from, source } = await lastMail(who)
    expect(from).toBe(email)
    expect(source).toContain(`From: ${who.portal.name} <${email}>`)
    expect(source).toMatch(/^Reply-To: help\d+@example\.com/m)
    const { dkim, spf, dmarc } = await judge(source, from)
    expect(dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([[domain, 'pass']])
    expect([spf, dmarc]).toMatchObject([{ status: { result: 'pass' } }, { status: { result: 'pass' } }])
    const forged = await judge(source.replace('Dana', 'Dora'), from)
    expect(forged.dkim.results[0]?.status.result).not.toBe('pass')
  })

  test.each([
    ['a key that was cut', 'dkim', 'cut', (value: string) => [[value.slice(0, 255)]]],
    ['the key of another', 'dkim', 'wrong', () => ['v=DKIM1; k=rsa; p=AAAA']],
    ['two keys', 'dkim', 'double', (value: string) => [strings(value), 'v=DKIM1; p=AAAA']],
  ] as const)('%s is told (PRT-092, PRT-096)', async (_, purpose, state, change) => {
    const who = await admin()
    const domain = nextDomain()
    await add(who, `mail@${domain}`)
    await t.app.jobs.drain()
    const sender = await shown(who, `mail@${domain}`)
    publish(sender, domain)
    const { name, values } = recordOf(sender, purpose)
    dns.set(name, { TXT: change(values[0] ?? '') as never })
    await check()
    const after = await shown(who, `mail@${domain}`)
    expect([after.status, recordOf(after, purpose).state]).toEqual(['pending', state])
  })

  test('two SPF records, or one without the platform, are reported with the correct record (PRT-092, PRT-096)', async () => {
    const who = await admin()
    const domain = nextDomain()
    await add(who, `mail@${domain}`)
    await t.app.jobs.drain()
    publish(await shown(who, `mail@${domain}`), domain)
    const spf = async (...texts: string[]) => {
      dns.set(domain, { TXT: texts })
      await check()
      const sender = await shown(who, `mail@${domain}`)
      const { state, values, found } = recordOf(sender, 'spf')
      return [sender.status, state, values[0], found.length]
    }
    const include = 'include:portals.platform-tests.com'
    expect(await spf('v=spf1 mx -all')).toEqual(['pending_validation', 'wrong', `v=spf1 mx ${include} -all`, 1])
    expect(await spf('v=spf1 mx -all', `v=spf1 ${include} ~all`, 'other')).toEqual([
      ...['pending_validation', 'double', `v=spf1 mx ${include} ~all`, 2],
    ])
    expect(await spf(`v=spf1 mx ${include} -all`)).toEqual(['active', 'ok', `v=spf1 mx ${include} -all`, 1])
  })
})

describe('a sender that is no longer valid', () => {
  test('e-mails are sent from the platform at once, including waiting ones; 7 days later it is pending (PRT-094, PRT-097)', async () => {
    const who = await admin()
    const email = `mail@${nextDomain()}`
    const domain = await activate(who, email)
    await mail(who)
    dns.set(domain, { TXT: ['v=spf1 -all'] })
    await t.platform((tx) => tx.updateTable('custom_emails').set({ next_check_at: now }).execute())
    const { id } = await shown(who, email)
    const { runCheck } = await import('./check.ts')
    await runCheck(t.app.db, t.app.services, { kind: 'email', portal_id: who.portal.id, id }, now)
    expect(await shown(who, email)).toMatchObject({
      status: 'active',
      is_sender: false,
      failing_since: now.toISOString(),
    })
    await t.app.jobs.drain()
    expect(smtp.received.slice(-2).map(({ from }) => from)).toEqual([PLATFORM, PLATFORM])
    expect((await lastMail(who)).from).toBe(PLATFORM)
    await runCheck(
      t.app.db,
      t.app.services,
      { kind: 'email', portal_id: who.portal.id, id },
      new Date(now.getTime() + 7 * DAY),
    )
    expect(await shown(who, email)).toMatchObject({ status: 'pending', failing_since: null })
  })

  test('a deleted sender sends nothing more, and its key is deleted with the last sender of the domain (PRT-064, PRT-097)', async () => {
    const who = await admin()
    const first = `one@${nextDomain()}`
    const domain = await activate(who, first)
    const second = `two@${domain}`
    await add(who, second)
    await t.app.jobs.drain()
    expect(await shown(who, second)).toMatchObject({ status: 'active', is_sender: false })
    const keys = () =>
      t.platform((tx) =>
        tx.selectFrom('dkim_keys').select(['selector', 'private_key']).where('domain', '=', domain).execute(),
      )
    const [key] = await keys()
    expect(key?.private_key.toString('latin1')).not.toContain('PRIVATE KEY')
    await mail(who)
    await t.as(who).call(deleteEmail, { params: { id: (await shown(who, first)).id } })
    await t.app.jobs.drain()
    expect(smtp.received.at(-1)?.from).toBe(PLATFORM)
    expect((await lastMail(who)).from).toBe(second)
    await t.as(who).call(deleteEmail, { params: { id: (await shown(who, second)).id } })
    expect(await keys()).toEqual([])
    await add(who, first)
    await t.app.jobs.drain()
    expect((await keys())[0]?.selector).not.toBe(key?.selector)
    expect((await shown(who, first)).status).toBe('pending')
  })
})

describe('who owns a sender', () => {
  test('each portal has its own key, so a sender proved in one portal is not proved in another (PRT-096)', async () => {
    const [who, other] = [await admin(), await admin()]
    const email = `mail@${nextDomain()}`
    await activate(who, email)
    await add(other, email)
    await t.app.jobs.drain()
    expect((await shown(other, email)).status).toBe('pending')
    expect((await lastMail(other)).from).toBe(PLATFORM)
  })

  test('only people who may change settings change senders, and nobody those of another portal (PRT-064, ROL-054, API-021)', async () => {
    const who = await admin()
    const { id } = await add(who, `mail@${nextDomain()}`)
    const learner = await t.make.person('learner', { portal: who.portal })
    expect([
      await code(t.as(learner).call(listEmails)),
      await code(add(learner, `mail@${nextDomain()}`)),
      await code(t.as(learner).call(checkEmail, { params: { id } })),
      await code(t.as(learner).call(deleteEmail, { params: { id } })),
    ]).toEqual(Array(4).fill('not_enough_permissions'))
    const other = await admin()
    expect(await listed(other)).toEqual([])
    expect(await code(t.as(other).call(checkEmail, { params: { id } }))).toBe('not_found')
    expect(await code(t.as(other).call(deleteEmail, { params: { id } }))).toBe('not_found')
    await t.app.jobs.drain()
  })

  test.each(['someone@portals.platform-tests.com', 'someone@localhost', 'someone@co.uk'])(
    '%s is no sender (PRT-090, ERR-133)',
    async (email) => {
      await expect(add(await admin(), email)).rejects.toMatchObject({ status: 422 })
    },
  )

  test('the same sender is in the list once, and the eleventh is refused (PRT-064, ERR-134)', async () => {
    const who = await admin()
    const domain = nextDomain()
    expect(await code(add(who, `Mail0@${domain}`))).toBeNull()
    expect(await code(add(who, `mail0@${domain.toUpperCase()}`))).toBe('conflict')
    for (let count = 1; count < 10; count++) await add(who, `mail${count}@${domain}`)
    expect(await code(add(who, `mail11@${domain}`))).toBe('too_many_addresses')
    await t.app.jobs.drain()
  })
})
