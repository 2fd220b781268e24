import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { startDns, type TestDns } from '../../../../tests/dns/name-server.ts'
import { addDomain, checkDomain, deleteDomain, listDomains } from '../contract.ts'
import { checkDue } from './check.ts'

const TARGET = 'portals.platform-tests.com'
const OURS = '203.0.113.7'
const DAY = 86_400_000
const START = new Date('2026-11-25T12:00:00Z')

let now = START
const env: Record<string, string> = {
  DOMAIN_TARGET: TARGET,
  TLS_ASK_SECRET: 'a secret between two servers of the tests',
}
let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
  env['DNS_SERVERS'] = dns.address
  dns.set(TARGET, { A: [OURS] })
})
afterAll(() => dns.close())
const t = testApp({ env, now: () => now })

afterEach(() => {
  now = START
})

let names = 0
/** A domain that no other test uses. */
const nameFor = (word: string) => `${word}.customer${++names}-tests.com`
const add = async (who: TestPerson, host: string) => (await t.as(who).call(addDomain, { body: { host } })).data
const listed = async (who: TestPerson) => (await t.as(who).call(listDomains)).data
const shown = async (who: TestPerson, host: string) => {
  const domain = (await listed(who)).find((one) => one.host === host)
  if (!domain) throw new Error(`${host} is not listed`)
  return domain
}
type Domain = Awaited<ReturnType<typeof shown>>
const recordOf = (domain: Domain, purpose: string) => domain.records.find((record) => record.purpose === purpose)
const challengeOf = (domain: Domain) => recordOf(domain, 'ownership')?.values[0] ?? ''
const admin = (portal?: TestPortal) => t.make.person('portal_admin', portal && { portal })
/** Runs every check that is due now. */
const check = async (at = now) => {
  now = at
  await t.platform(async (tx) => {
    await enqueue(tx, checkDue, {})
    // Sessions must not end because days pass in a test.
    await tx.updateTable('sessions').set({ created_at: now, last_seen_at: now }).execute()
  })
  await t.app.jobs.drain()
}
const lead = (host: string) => {
  dns.set(host, { CNAME: TARGET })
  dns.set(`content.${host}`, { CNAME: TARGET })
}
/** A domain that is active. */
const activate = async (who: TestPerson, host: string) => {
  await add(who, host)
  await t.app.jobs.drain()
  dns.set(`_portico-challenge.${host}`, { TXT: [challengeOf(await shown(who, host))] })
  lead(host)
  const { id } = await shown(who, host)
  await t.as(who).call(checkDomain, { params: { id } })
  await t.app.jobs.drain()
  return shown(who, host)
}
const portalAt = (host: string) => t.app.http.inject({ url: '/api/v1/portal', headers: { host } })
const code = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; status: number }) => error.code,
  )

describe('the life of a domain', () => {
  test('it waits for its records, shows each with the current value, and is active once all are right (PRT-063, PRT-065, PRT-091, PRT-092, PRT-093)', async () => {
    const who = await admin()
    const host = nameFor('learn')
    const added = await add(who, `https://${host.toUpperCase()}/start`)
    expect(added).toMatchObject({ host, status: 'initializing', is_checking: true, records: [], is_primary: false })
    await t.app.jobs.drain()
    let domain = await shown(who, host)
    expect(domain).toMatchObject({ status: 'pending', is_checking: false, checked_at: START.toISOString() })
    expect(domain.records).toMatchObject([
      { purpose: 'ownership', type: 'TXT', name: `_portico-challenge.${host}`, state: 'missing', found: [] },
      { purpose: 'address', type: 'CNAME', name: host, values: [TARGET], state: 'missing' },
      { purpose: 'content', type: 'CNAME', name: `content.${host}`, values: [TARGET], state: 'missing' },
    ])
    expect(domain.next_check_at).toBe(new Date(START.getTime() + 60_000).toISOString())

    dns.set(`_portico-challenge.${host}`, { TXT: [challengeOf(domain)] })
    dns.set(host, { A: ['198.51.100.4'] })
    await check(new Date(START.getTime() + 60_000))
    domain = await shown(who, host)
    expect(domain.status).toBe('pending_validation')
    expect(recordOf(domain, 'address')).toMatchObject({ state: 'wrong', found: ['198.51.100.4'] })
    expect((await portalAt(host)).statusCode).toBe(404)

    lead(host)
    await check(new Date(now.getTime() + 120_000))
    domain = await shown(who, host)
    expect(domain).toMatchObject({ status: 'active', is_primary: true, failing_since: null })
    expect(domain.records.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
    expect(domain.next_check_at).toBe(new Date(now.getTime() + DAY).toISOString())
    const { data } = (await portalAt(host)).json()
    expect(data).toMatchObject({ id: who.portal.id, origin: `http://${host}:3000` })
  })

  test.each([
    [
      'a stale challenge of an earlier claim',
      'ownership',
      'stale',
      '_portico-challenge.',
      { TXT: ['portico-domain=old'] },
    ],
    ['another value at the challenge', 'ownership', 'wrong', '_portico-challenge.', { TXT: ['hello'] }],
    ['a challenge whose servers do not answer', 'ownership', 'unanswered', '_portico-challenge.', { fails: true }],
    ['a name behind a proxy', 'address', 'proxied', '', { A: ['104.16.1.2'] }],
    ['a name that leads elsewhere by IPv6 as well', 'address', 'wrong', '', { A: [OURS], AAAA: ['2001:db8::1'] }],
    ['a content host that is missing', 'content', 'missing', 'content.', null],
    ['another authority alone', 'certificate', 'blocked', '', { A: [OURS], CAA: ['0 issue "other-ca.com"'] }],
    ['certificates for nobody', 'certificate', 'blocked', '', { A: [OURS], CAA: ['0 issue ";"'] }],
  ] as const)('%s is told with what was found and what to do (PRT-092)', async (_, purpose, state, prefix, zone) => {
    const who = await admin()
    const host = nameFor('state')
    await add(who, host)
    await t.app.jobs.drain()
    dns.set(`_portico-challenge.${host}`, { TXT: [challengeOf(await shown(who, host))] })
    lead(host)
    dns.set(`${prefix}${host}`, zone as never)
    await check(new Date(now.getTime() + 60_000))
    const domain = await shown(who, host)
    expect(domain.status).toBe(purpose === 'ownership' ? 'pending' : 'pending_validation')
    const record = recordOf(domain, purpose)
    expect(record).toMatchObject({ state, is_required: true, advice: expect.stringMatching(/\.$/) })
    expect(domain.records.filter((one) => one.state !== 'ok')).toHaveLength(1)
    if (zone && 'CAA' in zone) expect(record).toMatchObject({ found: zone.CAA, values: ['0 issue "letsencrypt.org"'] })
  })

  test('a root domain accepts addresses, flattened names count, and an allowed authority blocks nothing (PRT-092)', async () => {
    const who = await admin()
    const host = nameFor('x').slice(2)
    await add(who, host)
    await t.app.jobs.drain()
    const first = await shown(who, host)
    expect(recordOf(first, 'address')).toMatchObject({ type: 'A', values: [OURS] })
    dns.set(`_portico-challenge.${host}`, {
      TXT: ['other', [challengeOf(first).slice(0, 9), challengeOf(first).slice(9)]],
    })
    dns.set(host, {
      A: [OURS],
      CAA: ['0 issue "other-ca.com"', '0 issue "letsencrypt.org; validationmethods=http-01"'],
    })
    dns.set(`content.${host}`, { A: [OURS] })
    await check(new Date(now.getTime() + 60_000))
    expect((await shown(who, host)).status).toBe('active')
  })

  test('checks become less frequent and end after about 30 days; “check now” starts one, at most a few per minute (PRT-093)', async () => {
    const who = await admin()
    const host = nameFor('rare')
    const { id } = await add(who, host)
    await t.app.jobs.drain()
    const pauses: number[] = []
    for (let round = 0; round < 9; round++) {
      const next = new Date((await shown(who, host)).next_check_at ?? 0)
      pauses.push((next.getTime() - now.getTime()) / 60_000)
      await check(next)
    }
    expect(pauses).toEqual([1, 2, 5, 10, 15, 30, 60, 120, 240])
    await t.platform((tx) => tx.updateTable('custom_domains').set({ checks: 188 }).where('id', '=', id).execute())
    await t.as(who).call(checkDomain, { params: { id } })
    expect((await shown(who, host)).is_checking).toBe(true)
    await t.app.jobs.drain()
    expect((await shown(who, host)).next_check_at).toBeNull()
    const again = () => code(t.as(who).call(checkDomain, { params: { id } }))
    const codes = [await again(), await again(), await again(), await again(), await again(), await again()]
    expect(codes.at(-1)).toBe('too_many_requests')
    await t.app.jobs.drain()
  })
})

describe('who owns a domain', () => {
  test('an unproved claim blocks nobody: the portal that proves the domain gets it, and the claimant is told (PRT-091, ERR-132)', async () => {
    const [squatter, owner] = [await admin(), await admin()]
    const host = nameFor('owned')
    await add(squatter, host)
    expect((await activate(owner, host)).status).toBe('active')
    await check(new Date(now.getTime() + 5 * 60_000))
    const lost = await shown(squatter, host)
    expect(lost.status).toBe('pending')
    expect(recordOf(lost, 'ownership')).toMatchObject({ state: 'taken' })
    expect(challengeOf(lost)).not.toBe(challengeOf(await shown(owner, host)))
    await expect(add(await admin(), host)).rejects.toMatchObject({
      status: 409,
      message: `${host} is in use by another portal. Nothing was added. Delete it there first, then add it here.`,
    })
    expect(await code(add(owner, host))).toBe('conflict')
  })

  test('two portals that prove a domain at the same moment: one gets it, the other is told (PRT-091)', async () => {
    for (let round = 0; round < 3; round++) {
      const both = [await admin(), await admin()]
      const host = nameFor('race')
      await Promise.all(both.map((who) => add(who, host)))
      await t.app.jobs.drain()
      const values = await Promise.all(both.map(async (who) => challengeOf(await shown(who, host))))
      dns.set(`_portico-challenge.${host}`, { TXT: values })
      lead(host)
      now = new Date(now.getTime() + 60_000)
      const { runCheck } = await import('./check.ts')
      await Promise.all(
        both.map(async (who) => {
          const { id } = await shown(who, host)
          await runCheck(t.app.db, t.app.services, { kind: 'domain', portal_id: who.portal.id, id }, now)
        }),
      )
      const after = await Promise.all(both.map((who) => shown(who, host)))
      expect(after.map(({ status }) => status).toSorted()).toEqual(['active', 'pending'])
      const lost = after.find(({ status }) => status === 'pending') as Domain
      expect(recordOf(lost, 'ownership')?.state).toBe('taken')
    }
  })

  test('the same domain added twice at once is in the list once (PRT-063)', async () => {
    const who = await admin()
    const host = nameFor('twice')
    const codes = await Promise.all([code(add(who, host)), code(add(who, host)), code(add(who, host))])
    expect(codes.filter((one) => one === null)).toHaveLength(1)
    expect(await listed(who)).toHaveLength(1)
    await t.app.jobs.drain()
  })

  test('a deleted domain serves nobody, and its record proves no later claim (PRT-063, PRT-091)', async () => {
    const [first, second] = [await admin(), await admin()]
    const host = nameFor('gone')
    const { id } = await activate(first, host)
    await t.as(first).call(deleteDomain, { params: { id } })
    expect((await portalAt(host)).statusCode).toBe(404)
    for (const who of [second, first]) {
      await add(who, host)
      await t.app.jobs.drain()
      const domain = await shown(who, host)
      expect([domain.status, recordOf(domain, 'ownership')?.state]).toEqual(['pending', 'stale'])
    }
  })

  test('missing records cause a warning and an e-mail, and after 7 days the end, an e-mail and a new proof (PRT-094)', async () => {
    const [who, next] = [await admin(), await admin()]
    const host = nameFor('vanish')
    const before = await activate(who, host)
    const mails = () =>
      t.platform((tx) =>
        tx
          .selectFrom('mails')
          .select(['subject', 'text', 'to_email'])
          .where('portal_id', '=', who.portal.id)
          .where('template', '=', 'domain-problem')
          .orderBy('id')
          .execute(),
      )
    const challenge = challengeOf(before)
    dns.set(host, null)
    await check(new Date(now.getTime() + DAY))
    const warnedAt = now
    const warned = await shown(who, host)
    expect(warned).toMatchObject({ status: 'active', is_primary: false, failing_since: now.toISOString() })
    expect(warned.active_until).toBe(new Date(now.getTime() + 7 * DAY).toISOString())
    // It still leads to the portal, but the portal’s links no longer use it.
    expect((await portalAt(host)).json().data).toMatchObject({
      id: who.portal.id,
      origin: `http://${who.portal.slug}.localhost:3000`,
    })
    await check(new Date(now.getTime() + 3_600_000))
    expect((await mails()).map(({ subject, to_email }) => [subject, to_email])).toEqual([
      [`Please check the settings of ${host}`, who.email],
    ])
    expect((await mails())[0]?.text).toContain(`CNAME ${host}`)

    lead(host)
    await check(new Date(now.getTime() + 3_600_000))
    expect(await shown(who, host)).toMatchObject({ status: 'active', is_primary: true, failing_since: null })

    dns.set(`_portico-challenge.${host}`, { fails: true })
    await check(new Date(now.getTime() + DAY))
    expect((await shown(who, host)).failing_since).not.toBe(warnedAt.toISOString())
    await check(new Date(now.getTime() + 7 * DAY))
    const failed = await shown(who, host)
    expect(failed).toMatchObject({ status: 'pending', failing_since: null })
    expect((await portalAt(host)).statusCode).toBe(404)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Please check the settings of ${host}`,
      `Please check the settings of ${host}`,
      `${host} is no longer active`,
    ])
    dns.set(`_portico-challenge.${host}`, { TXT: [challenge] })
    await check(new Date(now.getTime() + 60_000))
    const again = await shown(who, host)
    expect([again.status, recordOf(again, 'ownership')?.state]).toEqual(['pending', 'stale'])
    expect((await activate(next, host)).status).toBe('active')
  })
})

describe('what is refused', () => {
  test.each([
    ['203.0.113.9', 'it is an IP address.'],
    ['*.example.com', 'a wildcard stands for many domains.'],
    ['localhost', 'it only exists on one computer.'],
    ['core.localhost', 'it only exists on one computer.'],
    ['co.uk', 'many different owners have domains below it.'],
    ['github.io', 'many different owners have domains below it.'],
    [`evil.${TARGET}`, 'it belongs to the platform.'],
    ['learn.company.internal', 'its ending is not one that domains are registered under.'],
    ['learn', 'it is not a full domain.'],
    ['learn .example.com', 'it is not a full domain.'],
    ['user@example.com', 'it is not a full domain.'],
    ['learn.example.com:8080', 'it is not a full domain.'],
  ])('%s cannot be a domain of a portal (PRT-090, ERR-133)', async (host, reason) => {
    await expect(add(await admin(), host)).rejects.toMatchObject({
      status: 422,
      code: 'domain_unusable',
      errors: { host: [expect.stringContaining(reason)] },
    })
  })

  test('a domain is kept in one spelling, and the eleventh is refused (PRT-090, ERR-134)', async () => {
    const who = await admin()
    expect((await add(who, ' Bücher.Example-Tests.com. ')).host).toBe('xn--bcher-kva.example-tests.com')
    expect(await code(add(who, 'xn--bcher-kva.example-tests.com'))).toBe('conflict')
    for (let count = 1; count < 10; count++) await add(who, nameFor('many'))
    await expect(add(who, nameFor('many'))).rejects.toMatchObject({
      errors: {
        host: ['A portal has at most 10 custom domains. Nothing was added. Delete one you no longer use first.'],
      },
    })
    await t.app.jobs.drain()
  })

  test('only people who may change settings change domains, and nobody those of another portal (PRT-063, ROL-054, API-021)', async () => {
    const who = await admin()
    const host = nameFor('mine')
    const { id } = await add(who, host)
    const accounting = await t.make.person('accounting', { portal: who.portal })
    expect(await listed(accounting)).toHaveLength(1)
    for (const person of [accounting, await t.make.person('learner', { portal: who.portal })])
      expect([
        await code(add(person, nameFor('no'))),
        await code(t.as(person).call(checkDomain, { params: { id } })),
        await code(t.as(person).call(deleteDomain, { params: { id } })),
      ]).toEqual(Array(3).fill('not_enough_permissions'))
    const other = await admin()
    expect(await listed(other)).toEqual([])
    expect(await code(t.as(other).call(checkDomain, { params: { id } }))).toBe('not_found')
    expect(await code(t.as(other).call(deleteDomain, { params: { id } }))).toBe('not_found')
    expect(await listed(who)).toHaveLength(1)
    await t.app.jobs.drain()
  })
})
