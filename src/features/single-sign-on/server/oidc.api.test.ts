import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateSignInRules } from '#features/two-factor/contract.ts'
import { startOidcProvider } from '../../../../scripts/demo/oidc-provider.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { browserAtProvider } from '../../../../tests/single-sign-on/at-provider.ts'
import { LOCAL, type Shown, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import { createProvider, showProvider, testProvider, updateProvider } from '../contract.ts'

const t = testApp({ env: LOCAL })
const on = signingOn(t)

const people = {
  lee: {
    email: 'lee@harbor.example',
    email_verified: true,
    given_name: 'Lee',
    family_name: 'Rivera',
    groups: ['crew'],
  },
  tess: { email: 'tess@harbor.example', given_name: 'Tess', family_name: 'Moran', groups: ['trainers', 'super_admin'] },
  ray: { email: 'ray@harbor.example', email_verified: false },
  twin: { email: 'twin@harbor.example', email_verified: true },
  victim: { email: 'victim@elsewhere.example', email_verified: true },
  boss: { email: 'boss@platform.example', email_verified: true },
} satisfies Record<string, Record<string, unknown>>

let portal: TestPortal
let other: TestPortal
let admin: TestPerson
let harbor: Awaited<ReturnType<typeof startOidcProvider>>
let evil: Awaited<ReturnType<typeof startOidcProvider>>
const originOf = ({ slug }: TestPortal) => `http://${slug}.localhost:3000`

beforeAll(async () => {
  portal = await t.make.portal()
  other = await t.make.portal()
  admin = await t.make.person('portal_admin', { portal })
  const redirects = [portal, other].map((at) => `${originOf(at)}/sign-on/callback`)
  const after_sign_out = [`${originOf(portal)}/login`]
  harbor = await startOidcProvider({ redirects, after_sign_out, people })
  evil = await startOidcProvider({ redirects, people: { ...people, lee: { email: 'x@evil.example' } } })
})
afterAll(async () => {
  await harbor.close()
  await evil.close()
})

// A portal has few of them.
afterEach(() =>
  t.platform((tx) => tx.updateTable('sign_on_providers').set({ is_active: false, deleted_at: new Date() }).execute()),
)

const atProvider = () => browserAtProvider((address) => address.pathname === '/sign-on/callback')
/** Signs in as somebody, in a browser of their own. */
const signOn = async (provider: Shown, login: string, at = portal) => {
  const browser = on.browser(at)
  const home = await atProvider().signIn(await browser.start(provider.id), login)
  const answer = await browser.finish(home.search)
  return { answer, browser, home, email: await on.whoIs(at, browser.cookies.get('session')) }
}
const rolesOf = (email: string, at = portal) =>
  t.platform(async (tx) =>
    (
      await tx
        .selectFrom('portal_user_roles as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select('r.role')
        .where('r.portal_id', '=', at.id)
        .where('u.email', '=', email)
        .orderBy('r.role')
        .execute()
    ).map(({ role }) => role),
  )
const code = (answer: { json: () => { code?: string } }) => answer.json().code

describe('signing in by OpenID Connect', () => {
  test('a new person gets an account just in time, and the same one the next time (SSO-003, SSO-006, SSO-009)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    const first = await signOn(provider, 'lee')
    expect(first.answer.json()).toMatchObject({ data: { landing_path: '/courses', is_test: false } })
    expect(first.email).toBe('lee@harbor.example')
    expect(await rolesOf('lee@harbor.example')).toEqual(['learner'])
    const again = await signOn(provider, 'lee')
    expect(again.email).toBe('lee@harbor.example')
    const links = await t.platform((tx) =>
      tx.selectFrom('sign_on_links').select(['issuer', 'subject']).where('provider_id', '=', provider.id).execute(),
    )
    expect(links).toEqual([{ issuer: harbor.issuer, subject: 'lee' }])
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', 'lee@harbor.example').execute(),
    )
    expect(mails).toEqual([])
  })

  test('a person who came by a provider is not asked for the second factor that others with the role need (SSO-014)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    const needed = (roles: 'learner'[]) =>
      t.as(admin).call(updateSignInRules, {
        body: { second_factor_roles: roles, grace_days: 0, may_trust_devices: true },
      })
    const other = await t.make.person('learner', { portal })
    await needed(['learner'])
    const { browser } = await signOn(provider, 'lee')
    const statusFor = async (token: string | undefined) =>
      (await t.request({ portal, token } as TestPerson, { url: '/api/v1/sessions' })).statusCode
    expect(await statusFor(browser.cookies.get('session'))).toBe(200)
    expect(await statusFor(other.token)).toBe(403)
    await needed([])
  })

  test('two sign-ins of a new person at once make one account (SSO-009)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    const browsers = [on.browser(portal), on.browser(portal), on.browser(portal)]
    const homes = await Promise.all(
      browsers.map(async (browser) => atProvider().signIn(await browser.start(provider.id), 'twin')),
    )
    const answers = await Promise.all(browsers.map((browser, at) => browser.finish(homes[at]?.search ?? '')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const made = await t.platform((tx) =>
      tx.selectFrom('users').select('id').where('email', '=', 'twin@harbor.example').execute(),
    )
    expect(made).toHaveLength(1)
    const emails = await Promise.all(browsers.map((browser) => on.whoIs(portal, browser.cookies.get('session'))))
    expect(emails.filter((email) => email === 'twin@harbor.example')).toHaveLength(1)
  })

  test('the address asks for a code with PKCE, state and nonce, and for the scopes that were set (SSO-006)', async () => {
    const provider = await on.addOidc(admin, harbor, { scopes: 'openid email' })
    const { searchParams } = new URL(await on.browser(portal).start(provider.id))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email',
      redirect_uri: `${originOf(portal)}/sign-on/callback`,
    })
  })

  test('groups give roles at every sign-in and take them, and never one of the platform (SSO-010)', async () => {
    const role_rules = [{ value: 'trainers', role: 'instructor' }]
    const settings = { creates_people: true, role_claim: 'groups', role_rules }
    const provider = await on.addOidc(admin, harbor, settings)
    expect((await signOn(provider, 'tess')).email).toBe('tess@harbor.example')
    expect(await rolesOf('tess@harbor.example')).toEqual(['instructor'])
    const groups = people.tess.groups
    people.tess.groups = []
    await signOn(provider, 'tess')
    people.tess.groups = groups
    expect(await rolesOf('tess@harbor.example')).toEqual(['learner'])
    const body = { ...settings, name: 'X', issuer: harbor.issuer, client_id: 'portico' }
    for (const role of ['super_admin', 'sub_super_admin', 'admin', 'unknown'])
      await expect(
        t.as(admin).call(updateProvider, {
          params: { id: provider.id },
          body: { ...body, role_rules: [{ value: 'trainers', role }] },
        }),
      ).rejects.toMatchObject({ status: 422, errors: { role_rules: [expect.any(String)] } })
  })

  test('a test shows the claims and what they would become, and signs nobody in (SSO-005)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true, is_active: false })
    const answer = await t.request(admin, {
      method: 'POST',
      url: `/api/v1${testProvider.path.replace(':id', String(provider.id))}`,
      payload: {},
    })
    const mark = answer.cookies.find(({ name }) => name === 'sign_on')?.value ?? ''
    const home = await atProvider().signIn(answer.json().data.address, 'ray')
    const browser = on.browser(portal)
    browser.cookies.set('sign_on', mark)
    const finished = await browser.finish(home.search)
    expect(finished.json()).toMatchObject({
      data: { is_test: true, landing_path: `/portals/sign-on/${provider.id}` },
    })
    expect(browser.cookies.has('session')).toBe(false)
    const { data } = await t.as(admin).call(showProvider, { params: { id: provider.id } })
    expect(data.last_test).toMatchObject({
      email: 'ray@harbor.example',
      claims: { sub: 'ray', email_verified: 'false' },
      is_admitted: false,
      outcome: expect.stringContaining('nobody has verified'),
    })
    expect(await rolesOf('ray@harbor.example')).toEqual([])
  })

  test('the secret is never answered, stays when the field is empty, and is not sent to another issuer, which asks for its own (SSO-002, SSO-020)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    expect(JSON.stringify(provider)).not.toContain(harbor.client_secret)
    const params = { id: provider.id }
    const body = { name: 'Renamed', issuer: harbor.issuer, client_id: harbor.client_id, creates_people: true }
    const { data: renamed } = await t.as(admin).call(updateProvider, { params, body })
    expect(renamed).toMatchObject({ name: 'Renamed', has_client_secret: true })
    expect((await signOn(provider, 'lee')).email).toBe('lee@harbor.example')
    const other = { ...body, issuer: evil.issuer }
    await expect(t.as(admin).call(updateProvider, { params, body: other })).rejects.toMatchObject({
      errors: { client_secret: [expect.stringContaining('belongs to the previous issuer')] },
    })
    const { data: still } = await t.as(admin).call(showProvider, { params })
    expect(still).toMatchObject({ issuer: harbor.issuer, has_client_secret: true })
    const moved = await t.as(admin).call(updateProvider, { params, body: { ...other, without_secret: true } })
    expect(moved.data.has_client_secret).toBe(false)
    const kept = await t.platform((tx) =>
      tx.selectFrom('sign_on_providers').select('client_secret').where('id', '=', provider.id).execute(),
    )
    expect(kept).toEqual([{ client_secret: null }])
  })

  test('signing out leads to the provider and back, once (SSO-013)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    const { browser } = await signOn(provider, 'lee')
    const early = await browser.call('/sign-on/sign-out')
    expect(early.json()).toEqual({ data: { address: null } })
    const again = await signOn(provider, 'lee')
    const token = again.browser.cookies.get('session') ?? ''
    await t.request({ ...admin, token }, { method: 'POST', url: '/api/v1/logout' })
    const { data } = (await again.browser.call('/sign-on/sign-out')).json()
    const address = new URL(data.address)
    expect(address.origin).toBe(harbor.issuer)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${originOf(portal)}/login`)
    expect(address.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await fetch(address)).status).toBe(200)
  })
})

describe('what is refused', () => {
  const start = async (settings: Record<string, unknown> = { creates_people: true }) => {
    const provider = await on.addOidc(admin, harbor, settings)
    const browser = on.browser(portal)
    const home = await atProvider().signIn(await browser.start(provider.id), 'lee')
    return { provider, browser, home }
  }
  const sessionsOf = (browser: ReturnType<typeof on.browser>) => browser.cookies.get('session')
  const refused = async (
    attempt: Awaited<ReturnType<typeof start>>,
    query: URLSearchParams,
    browser = attempt.browser,
  ) => {
    const answer = await browser.finish(query.toString())
    expect([answer.statusCode, code(answer)]).toEqual([422, 'sign_on_unfinished'])
    expect(sessionsOf(browser)).toBeUndefined()
  }
  const changed = (home: URL, change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(home.search)
    change(query)
    return query
  }

  test('an answer that was used opens nothing again (SSO-006)', async () => {
    const attempt = await start()
    expect((await attempt.browser.finish(attempt.home.search)).statusCode).toBe(200)
    attempt.browser.cookies.delete('session')
    await refused(attempt, new URLSearchParams(attempt.home.search))
  })

  test('two at once with one answer sign in once (SSO-006)', async () => {
    const { browser, home } = await start()
    const answers = await Promise.all([browser.finish(home.search), browser.finish(home.search)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  })

  test.each<[string, (query: URLSearchParams) => void]>([
    ['no state', (query) => query.delete('state')],
    ['another state', (query) => query.set('state', 'x'.repeat(43))],
    ['another issuer', (query) => query.set('iss', evil.issuer)],
    ['no issuer, from a provider that says it sends one', (query) => query.delete('iss')],
    ['another code', (query) => query.set('code', 'x'.repeat(43))],
    ['no code', (query) => query.delete('code')],
    ['an error of the provider', (query) => query.set('error', 'access_denied')],
  ])('%s (SSO-006)', async (_name, change) => {
    const attempt = await start()
    await refused(attempt, changed(attempt.home, change))
  })

  test('an answer in another browser than the one that began (SSO-006)', async () => {
    const attempt = await start()
    await refused(attempt, new URLSearchParams(attempt.home.search), on.browser(portal))
    const stranger = on.browser(portal)
    await stranger.start(attempt.provider.id)
    await refused(attempt, new URLSearchParams(attempt.home.search), stranger)
  })

  test('a code of one sign-in in another one of the same browser: nonce and verifier are its own (SSO-006)', async () => {
    const attempt = await start()
    const second = await atProvider().signIn(await attempt.browser.start(attempt.provider.id), 'tess')
    const query = changed(attempt.home, (own) => own.set('code', second.searchParams.get('code') ?? ''))
    await refused(attempt, query)
  })

  test('a provider that sends the answer of another one, as in a mix-up (SSO-006)', async () => {
    const attempt = await start()
    const mixed = await on.addOidc(admin, evil, { creates_people: true })
    const address = await attempt.browser.start(mixed.id)
    const state = new URL(address).searchParams.get('state') ?? ''
    const query = changed(attempt.home, (own) => own.set('state', state))
    await refused(attempt, query)
  })

  test('the answer of one portal in another, and the provider of another portal (SSO-006)', async () => {
    const attempt = await start()
    const elsewhere = on.browser(other)
    elsewhere.cookies.set('sign_on', attempt.browser.cookies.get('sign_on') ?? '')
    await refused(attempt, new URLSearchParams(attempt.home.search), elsewhere)
    const answer = await elsewhere.call('/sign-on/start', { provider_id: attempt.provider.id })
    expect(answer.statusCode).toBe(404)
  })

  test('a provider that was turned off meanwhile (SSO-002)', async () => {
    const attempt = await start()
    const { provider } = attempt
    await t.as(admin).call(updateProvider, {
      params: { id: provider.id },
      body: { name: 'H', issuer: harbor.issuer, client_id: harbor.client_id, is_active: false },
    })
    await refused(attempt, new URLSearchParams(attempt.home.search))
  })

  test('after the time of a sign-in is over (SSO-006)', async () => {
    const attempt = await start()
    await t.platform((tx) =>
      tx
        .updateTable('sign_on_attempts')
        .set({ expires_at: new Date(0) })
        .where('provider_id', '=', attempt.provider.id)
        .execute(),
    )
    await refused(attempt, new URLSearchParams(attempt.home.search))
  })

  test('an unverified e-mail, and a person without one (SSO-007)', async () => {
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    await on.prove(portal, provider.id, 'harbor.example')
    expect(code((await signOn(provider, 'ray')).answer)).toBe('sign_on_unproved_email')
    const bare = await on.addOidc(admin, harbor, { creates_people: true, email_claim: 'phone' })
    expect(code((await signOn(bare, 'lee')).answer)).toBe('sign_on_no_email')
  })

  test('a person of another portal, until the domain is proved (SSO-007)', async () => {
    const victim = await t.make.person('portal_admin', { portal: other, email: people.victim.email })
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    expect(code((await signOn(provider, 'victim')).answer)).toBe('sign_on_unproved_email')
    // Neither does membership here open the account as long as it lives elsewhere too.
    await t.make.role(victim.id, portal, 'learner')
    expect(code((await signOn(provider, 'victim')).answer)).toBe('sign_on_unproved_email')
    await on.prove(portal, provider.id, 'elsewhere.example')
    expect((await signOn(provider, 'victim')).email).toBe(people.victim.email)
    // A domain that is lost closes what the link had opened.
    await t.platform((tx) => tx.deleteFrom('sign_on_domains').where('domain', '=', 'elsewhere.example').execute())
    expect(code((await signOn(provider, 'victim')).answer)).toBe('sign_on_unproved_email')
  })

  test('people of the platform, whatever is proved (SSO-007)', async () => {
    await t.make.person('super_admin', { portal, email: people.boss.email })
    const provider = await on.addOidc(admin, harbor, { creates_people: true })
    await on.prove(portal, provider.id, 'platform.example')
    expect(code((await signOn(provider, 'boss')).answer)).toBe('not_your_portal')
  })

  test('a deactivated person, and somebody unknown where nobody is made (SSO-009)', async () => {
    const at = await t.make.portal()
    const head = await t.make.person('portal_admin', { portal: at })
    const provider = await startOidcProvider({
      redirects: [`${originOf(at)}/sign-on/callback`],
      people: { kim: { email: 'kim@kim.example', email_verified: true } },
    })
    const shown = await on.addOidc(head, provider, {})
    expect(code((await signOn(shown, 'kim', at)).answer)).toBe('sign_on_unknown_person')
    const kim = await t.make.person('learner', { portal: at, email: 'kim@kim.example' })
    expect((await signOn(shown, 'kim', at)).email).toBe('kim@kim.example')
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', kim.id).execute(),
    )
    expect(code((await signOn(shown, 'kim', at)).answer)).toBe('account_blocked')
    await provider.close()
  })
})

test.each([
  ['http://login.example.com', 'The address has to begin with https://.'],
  ['https://10.0.0.1', 'This address is not on the public internet.'],
  ['https://localhost:8443', 'This address is not on the public internet.'],
  ['login', 'Please enter an address such as https://login.example.com.'],
])('%s is refused as an issuer (SSO-002)', async (issuer, problem) => {
  const body = { kind: 'oidc' as const, name: 'X', issuer, client_id: 'x' }
  await expect(t.as(admin).call(createProvider, { body })).rejects.toMatchObject({
    status: 422,
    errors: { issuer: [problem] },
  })
})

test('a provider that does not answer says so in plain words, to the admin what to check, and nothing is begun (SSO-006, SSO-022)', async () => {
  const provider = await on.addOidc(admin, { ...harbor, issuer: 'http://127.0.0.1:9' })
  const answer = await on.browser(portal).call('/sign-on/start', { provider_id: provider.id })
  expect([answer.statusCode, code(answer)]).toEqual([422, 'sign_on_unreachable'])
  expect(answer.json().message).toMatch(/^Harbor cannot be reached right now: nothing listens at its address\. Nobody/)
  await expect(t.as(admin).call(testProvider, { params: { id: provider.id } })).rejects.toMatchObject({
    message: expect.stringMatching(/^Nothing was tested: .*\(ECONNREFUSED\).*Check that the issuer/),
  })
})
