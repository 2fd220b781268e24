import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showUser } from '#features/accounts/contract.ts'
import { acceptInvite, showInvite } from '#features/invitations/contract.ts'
import { makePass } from '#features/orders/server/access.ts'
import {
  changePassword,
  forgotPassword,
  login,
  resetPassword,
  showMe,
  verifyToken,
} from '#features/sessions/contract.ts'
import { createUser, setUserPassword } from '#features/users/contract.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { hashPassword } from '#platform/passwords.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { startDns, type TestDns } from '../../../../tests/dns/name-server.ts'
import { inviting, NEW_PERSON } from '../../../../tests/invitations/inviting.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { code, PASSWORD, schoolOf } from '../../../../tests/single-sign-on/school.ts'
import { LOCAL, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import {
  addSignOnDomain,
  checkSignOnDomain,
  createProvider,
  deleteProvider,
  deleteSignOnDomain,
  showSignOn,
  updateProvider,
} from '../contract.ts'
import { sendWayBack, signOnOptions, useWayBack } from '../contract-signing.ts'
import { checkDueDomains } from './domain-checks.ts'

const env: Record<string, string> = { ...LOCAL }
let now = new Date()
let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
  env['DNS_SERVERS'] = dns.address
})
afterAll(() => dns.close())
const t = testApp({ env, now: () => now })
const on = signingOn(t)
const invitations = inviting(t)
const shop = shopOf(t)
const school = schoolOf(t)

const signIn = (portal: TestPortal, email: string, password = PASSWORD) =>
  code(t.as(portal).call(login, { body: { email, password } }))
const mailsTo = (email: string) =>
  t.platform((tx) =>
    tx.selectFrom('mails').select(['template', 'text']).where('to_email', '=', email).orderBy('id').execute(),
  )

describe('an e-mail domain', () => {
  const added = async ({ admin, provider, domain }: Awaited<ReturnType<typeof school>>) =>
    (await t.as(admin).call(addSignOnDomain, { body: { domain: domain.toUpperCase(), provider_id: provider.id } })).data
  const check = (admin: TestPerson, id: number) => t.as(admin).call(checkSignOnDomain, { params: { id } })

  test('is looked up every day, counts for a week without its record, and admins hear of it (SSO-017)', async () => {
    const start = now
    const one = await school()
    const { id, record_name, record_value } = await added(one)
    dns.set(record_name, { TXT: [record_value] })
    await check(one.admin, id)
    const shown = async () => (await t.as(one.admin).call(showSignOn, {})).data.domains[0]
    const later = async (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000)
      await t.platform(async (tx) => {
        await enqueue(tx, checkDueDomains, {})
        // The admin has looked in meanwhile.
        await tx.updateTable('sessions').set({ last_seen_at: now }).execute()
      })
      await t.app.jobs.drain()
      return shown()
    }
    const mails = async () =>
      (await mailsTo(one.admin.email)).filter(({ template }) => template === 'sign-on-domain').map(({ text }) => text)
    expect(await later(1)).toMatchObject({ missing_since: null, checked_at: now.toISOString() })
    dns.set(record_name, null)
    const missed = await later(1)
    const since = now
    expect(missed).toMatchObject({
      missing_since: since.toISOString(),
      proved_until: new Date(since.getTime() + 7 * 86_400_000).toISOString(),
    })
    expect(missed?.proved_at).not.toBeNull()
    expect((await later(3))?.proved_at).not.toBeNull()
    expect(await mails()).toEqual([expect.stringContaining(record_value)])
    dns.set(record_name, { TXT: [record_value] })
    expect(await later(1)).toMatchObject({ missing_since: null, proved_until: null })
    dns.set(record_name, null)
    await later(1)
    await later(6)
    expect((await later(1))?.proved_at).toBeNull()
    expect(await mails()).toHaveLength(3)
    // A domain that is not proved is nobody's, so nothing more is looked up.
    expect((await later(2))?.checked_at).not.toBe(now.toISOString())
    now = start
  })

  test('is proved by a record of this portal alone, and no longer when the record is gone (SSO-008)', async () => {
    const one = await school()
    const mine = await added(one)
    expect(mine).toMatchObject({ domain: one.domain, proved_at: null, record_name: `_portico-challenge.${one.domain}` })
    expect((await check(one.admin, mine.id)).data.proved_at).toBeNull()
    const other = await school()
    const theirs = (
      await t.as(other.admin).call(addSignOnDomain, { body: { domain: one.domain, provider_id: other.provider.id } })
    ).data
    dns.set(mine.record_name, { TXT: [mine.record_value] })
    expect((await check(one.admin, mine.id)).data.proved_at).toBe(now.toISOString())
    expect((await check(other.admin, theirs.id)).data.proved_at).toBeNull()
    dns.set(mine.record_name, { TXT: [theirs.record_value] })
    expect((await check(one.admin, mine.id)).data.proved_at).toBeNull()
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('action').where('portal_id', '=', one.portal.id).orderBy('id').execute(),
    )
    expect(log.map(({ action }) => action)).toEqual([
      'sign-on-provider.create',
      'sign-on-domain.create',
      'sign-on-domain.prove',
      'sign-on-domain.lose',
    ])
  })

  test('stays proved while no name server answers (SSO-008)', async () => {
    const one = await school()
    const mine = await added(one)
    await t.platform((tx) =>
      tx.updateTable('sign_on_domains').set({ proved_at: now }).where('id', '=', mine.id).execute(),
    )
    dns.set(mine.record_name, { fails: true })
    expect((await check(one.admin, mine.id)).data.proved_at).toBe(now.toISOString())
  })

  test.each(['localhost', '10.0.0.1', 'com', 'nonsense', '*.example.com'])(
    '%s cannot be one (SSO-008)',
    async (domain) => {
      const { admin, provider } = await school()
      const call = t.as(admin).call(addSignOnDomain, { body: { domain, provider_id: provider.id } })
      expect(await code(call)).toBe('domain_unusable')
    },
  )

  test('stands in the list once, for a provider of this portal, and can be given up (SSO-001, SSO-008)', async () => {
    const one = await school()
    const mine = await added(one)
    await expect(added(one)).rejects.toMatchObject({ status: 409 })
    const other = await school()
    const body = { domain: 'x.example-tests.com', provider_id: other.provider.id }
    await expect(t.as(one.admin).call(addSignOnDomain, { body })).rejects.toMatchObject({ status: 422 })
    await t.as(one.admin).call(deleteSignOnDomain, { params: { id: mine.id } })
    expect((await t.as(one.admin).call(showSignOn)).data.domains).toEqual([])
  })
})

describe('passwords', () => {
  test('end only after a provider has worked, and the last provider stays then (SSO-011, ERR-159)', async () => {
    const { admin, provider, body, works, set } = await school()
    expect(await code(set('off'))).toBe('sign_on_untried')
    await works()
    await set('off')
    const params = { id: provider.id }
    const { kind: _kind, ...values } = body
    expect(await code(t.as(admin).call(deleteProvider, { params }))).toBe('sign_on_needed')
    const off = { params, body: { ...values, is_active: false } }
    expect(await code(t.as(admin).call(updateProvider, off))).toBe('sign_on_needed')
    await set('on')
    await t.as(admin).call(deleteProvider, { params })
    expect((await t.as(admin).call(showSignOn)).data.providers).toEqual([])
  })

  test('of a proved domain end with "domains", those of everyone with "off", right or wrong (SSO-011, SSO-026, ERR-158)', async () => {
    const { admin, portal, provider, body, domain, inside, outside, works, set } = await school()
    await works()
    await set('domains')
    expect(await signIn(portal, inside.email)).toBeNull()
    await on.prove(portal, provider.id, domain)
    const all = async () => [
      await signIn(portal, inside.email),
      await signIn(portal, inside.email, 'wrong'),
      await signIn(portal, `nobody@${domain}`),
      await signIn(portal, outside.email),
    ]
    const off = 'password_sign_in_off'
    expect(await all()).toEqual([off, off, off, null])
    await set('off')
    expect(await all()).toEqual([off, off, off, off])
    expect((await t.as(portal).call(signOnOptions)).data).toEqual({
      password_sign_in: 'off',
      providers: [{ id: provider.id, name: 'Harbor' }],
    })
    await t.as(admin).call(createProvider, { body: { ...body, issuer: `${body.issuer}/second`, name: 'Acme' } })
    const names = async () => (await t.app.resolvers.portalById(portal.id))?.password_provider
    await expect.poll(names).toBe('Acme or Harbor')
    await set('on')
    expect(await signIn(portal, inside.email)).toBeNull()
  })

  test('cannot be reset where they are closed, not even with a link from before (SSO-011, SSO-023)', async () => {
    const { portal, outside, works, set } = await school()
    await t.as(portal).call(forgotPassword, { body: { email: outside.email } })
    await t.app.jobs.drain()
    const [mail] = await mailsTo(outside.email)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await works()
    await set('off')
    await t.as(portal).call(forgotPassword, { body: { email: outside.email } })
    await t.app.jobs.drain()
    expect(await mailsTo(outside.email)).toHaveLength(1)
    const body = { token, password: 'Another-1!', password_confirmation: 'Another-1!' }
    expect(await code(t.as(portal).call(resetPassword, { body }))).toBe('password_sign_in_off')
    // The page of the link asks first; a link that nobody knows is answered alike.
    for (const link of [token, 'unknown'])
      expect(await code(t.as(portal).call(verifyToken, { body: { token: link, type: 'reset-password' } }))).toBe(
        'password_sign_in_off',
      )
    const { message } = await t.as(portal).call(forgotPassword, { body: { email: outside.email } })
    expect(message).toContain('Continue with Harbor')
    await set('on')
    expect(await code(t.as(portal).call(resetPassword, { body }))).toBeNull()
  })

  test('are not asked for in the mail of somebody who is added, where their e-mail takes none (SSO-023)', async () => {
    const { admin, portal, domain, works, set, provider } = await school()
    await on.prove(portal, provider.id, domain)
    await works()
    const add = async (email: string) => {
      const body = { email, first_name: 'Ada', last_name: 'Added', role_ids: ['learner' as const] }
      await t.as(admin).call(createUser, { body })
      return (await mailsTo(email)).map(({ template, text }) => [
        template,
        /reset-password/.test(text),
        /Continue with Harbor/.test(text),
      ])
    }
    await set('domains')
    expect(await add(`in@${domain}`)).toEqual([['new-account', false, true]])
    expect(await add(`out@${domain}.example`)).toEqual([['new-account', true, false]])
    await set('off')
    expect(await add(`other@${domain}.example`)).toEqual([['new-account', false, true]])
    // Somebody who has an account elsewhere.
    const known = await t.make.person('learner')
    expect((await add(known.email)).at(-1)?.slice(1)).toEqual([false, true])
  })

  test('are set by no call, neither by the person nor by an admin, and new accounts have none (SSO-024, ERR-158)', async () => {
    const { admin, portal, domain, provider, inside, outside, works, set } = await school()
    await works()
    await on.prove(portal, provider.id, domain)
    const body = { password: 'Another-1!', password_confirmation: 'Another-1!' }
    const change = (person: TestPerson) =>
      code(t.as(person).call(changePassword, { body: { ...body, old_password: PASSWORD } }))
    const setFor = (person: TestPerson) => code(t.as(admin).call(setUserPassword, { params: { id: person.id }, body }))
    const off = 'password_sign_in_off'
    await set('domains')
    expect([await change(inside), await setFor(inside)]).toEqual([off, off])
    await set('off')
    expect([await change(outside), await setFor(outside)]).toEqual([off, off])
    const hasPassword = async (email: string) => {
      const body = { email, first_name: 'Ada', last_name: 'New', role_ids: ['learner' as const] }
      await t.as(admin).call(createUser, { body })
      const { password_hash: hash } = await t.platform((tx) =>
        tx.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow(),
      )
      return hash !== null
    }
    expect(await hasPassword(`closed@${domain}`)).toBe(false)
    await set('on')
    expect(await setFor(outside)).toBeNull()
    expect(await hasPassword(`open@${domain}`)).toBe(true)
  })

  test('accept no invitation; its page names the provider, and says who else is signed in (SSO-024, SSO-025)', async () => {
    const { portal, email, token, admin } = await invitations.invitedBy()
    const learner = await t.make.person('learner', { portal })
    const { works, set } = await school(admin)
    await works()
    const params = { token }
    const needs = async (who: TestPortal | TestPerson) => {
      const { data } = await t.as(who).call(showInvite, { params })
      return [data.needs, data.provider]
    }
    expect(await needs(portal)).toEqual(['password', null])
    await set('off')
    expect(await needs(portal)).toEqual(['provider', 'Harbor'])
    expect(await needs(learner)).toEqual(['other_account', 'Harbor'])
    expect(await code(t.as(portal).call(acceptInvite, { params, body: NEW_PERSON }))).toBe('password_sign_in_off')
    expect(await code(t.as(learner).call(acceptInvite, { params, body: {} }))).toBe('invitation_for_other')
    const invited = await t.make.person('learner', { portal, email })
    expect(await needs(portal)).toEqual(['provider', 'Harbor'])
    expect(await needs(invited)).toEqual(['nothing', 'Harbor'])
    expect(await code(t.as(invited).call(acceptInvite, { params, body: {} }))).toBeNull()
  })

  test('of a proved domain alone end: the server says so of the person, to admins, and for an invited e-mail (SSO-024, SSO-025, SSO-028)', async () => {
    const { manager, course, ...rest } = await invitations.withCredits()
    const { admin, portal, domain, provider, inside, outside, works, set } = await school(rest.admin)
    await works()
    await on.prove(portal, provider.id, domain)
    const own = async (who: TestPerson) => (await t.as(who).call(showMe)).data.password_provider
    const seen = async ({ id }: TestPerson) =>
      (await t.as(admin).call(showUser, { params: { id } })).data.membership?.password_provider
    const all = async () => [await own(inside), await seen(inside), await own(outside), await seen(outside)]
    expect(await all()).toEqual([null, null, null, null])
    await set('domains')
    expect(await all()).toEqual(['Harbor', 'Harbor', null, null])
    const boss = await t.make.person('super_admin', { portal, email: `boss@${domain}` })
    expect(await own(boss)).toBeNull()
    // Strangers learn of the domain, and not of who has an account.
    const invited = async (email: string) => {
      await invitations.send(manager, course.slug, email)
      const token = await invitations.tokenOf(email)
      const { data } = await t.as(portal).call(showInvite, { params: { token } })
      return [data.needs, data.provider]
    }
    expect(await invited(`nobody@${domain}`)).toEqual(['provider', 'Harbor'])
    expect(await invited(inside.email)).toEqual(['provider', 'Harbor'])
    expect(await invited(`nobody@${domain}.example`)).toEqual(['password', null])
  })

  test('are not set after buying with an e-mail of a proved domain (SSO-028)', async () => {
    const at = await shop.portal()
    const course = await shop.course(at, { tiers: { 1: 0 } })
    const { domain, provider, works, set } = await school(await t.make.person('portal_admin', { portal: at }))
    await works()
    await on.prove(at, provider.id, domain)
    await set('domains')
    const providerAfter = async (email: string) => {
      const buyer = { first_name: 'Vera', last_name: 'Visitor', email }
      const { id } = await shop.checkOut(at, 'course', [{ id: course.id }], buyer)
      const cookie = `order_${id}=${makePass(t.config, at.id, id, now)}`
      const answer = await t.app.http.inject({ url: `/api/v1/orders/${id}`, headers: { host: at.host, cookie } })
      return answer.json().data.password_provider
    }
    expect(await providerAfter(`vera@${domain}`)).toBe('Harbor')
    expect(await providerAfter(`vera@${domain}.example`)).toBeNull()
  })

  test('of people of the platform open every portal (SSO-011)', async () => {
    const { portal, works, set } = await school()
    const password_hash = await hashPassword(PASSWORD)
    const boss = await t.make.person('super_admin', { portal, password_hash })
    await works()
    await set('off')
    expect(await signIn(portal, boss.email)).toBeNull()
    expect(await signIn(portal, boss.email, 'wrong')).toBe('password_sign_in_off')
  })
})

describe('the way back', () => {
  const ask = async (portal: TestPortal, email: string) => {
    const { message } = await t.as(portal).call(sendWayBack, { body: { email } })
    await t.app.jobs.drain()
    const mail = (await mailsTo(email)).findLast(({ template }) => template === 'sign-in-link')
    return { message, token: /way-back\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null }
  }
  const use = (portal: TestPortal, token: string | null) =>
    code(t.as(portal).call(useWayBack, { body: { token: token ?? 'none' } }))

  test('a mailed link signs an admin in, once and for 15 minutes (SSO-012)', async () => {
    const { admin, portal, works, set } = await school()
    await works()
    await set('off')
    const { token } = await ask(portal, admin.email)
    const answer = await t.request(portal, { method: 'POST', url: `/api/v1${useWayBack.path}`, payload: { token } })
    expect(answer.json()).toEqual({ data: { landing_path: '/users' } })
    const session = answer.cookies.find(({ name }) => name === 'session')?.value
    expect(await on.whoIs(portal, session)).toBe(admin.email)
    expect(await use(portal, token)).toBe('token_invalid')
    const late = await ask(portal, admin.email)
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await use(portal, late.token)).toBe('link_expired')
  })

  test('nobody else gets one, and the answer tells nobody who is an admin (SSO-012)', async () => {
    const { admin, portal, inside } = await school()
    const other = await school()
    const right = await ask(portal, admin.email)
    for (const email of [inside.email, other.admin.email, 'nobody@example.com']) {
      const { message, token } = await ask(portal, email)
      expect([message, token]).toEqual([right.message, null])
    }
    expect(await use(other.portal, right.token)).toBe('token_invalid')
    await t.platform((tx) => tx.deleteFrom('portal_user_roles').where('user_id', '=', admin.id).execute())
    expect(await use(portal, right.token)).toBe('token_invalid')
  })

  test('a blocked admin stays out (SSO-012)', async () => {
    const { admin, portal } = await school()
    const { token } = await ask(portal, admin.email)
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', admin.id).execute(),
    )
    expect(await use(portal, token)).toBe('account_blocked')
  })
})
