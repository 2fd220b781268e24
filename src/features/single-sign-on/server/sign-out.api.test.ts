import { X509Certificate } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SAML } from '@node-saml/node-saml'
import { generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startOidcProvider } from '../../../../scripts/demo/oidc-provider.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { browserAtProvider } from '../../../../tests/single-sign-on/at-provider.ts'
import { encoded, samlIdp, signOutQuery } from '../../../../tests/single-sign-on/saml-idp.ts'
import { LOCAL, type Shown, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import { startTokenIssuer } from '../../../../tests/single-sign-on/token-issuer.ts'
import { createProvider } from '../contract.ts'

const t = testApp({ env: LOCAL })
const on = signingOn(t)
const idp = samlIdp('https://idp.harbor.example')
const evil = samlIdp('https://idp.evil.example')

let portal: TestPortal
let other: TestPortal
let admin: TestPerson
let issuer: Awaited<ReturnType<typeof startTokenIssuer>>

beforeAll(async () => {
  portal = await t.make.portal()
  other = await t.make.portal()
  admin = await t.make.person('portal_admin', { portal })
  issuer = await startTokenIssuer()
})
afterAll(() => issuer.close())

// A portal has few of them.
afterEach(() =>
  t.platform((tx) => tx.updateTable('sign_on_providers').set({ is_active: false, deleted_at: new Date() }).execute()),
)

type Begun = { provider_id: number; subject: string; session?: string; at?: TestPortal }

/** A person whose session a provider has begun. */
const arrived = async ({ provider_id, subject, session = 'one', at = portal }: Begun) => {
  const person = await t.make.person('learner', { portal: at })
  await t.platform(async (tx) => {
    const { id } = await tx
      .selectFrom('sessions')
      .select('id')
      .where('portal_id', '=', at.id)
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sign_on_sessions')
      .values({
        ...{ portal_id: at.id, session_id: id, provider_id, subject, provider_session: session },
        sign_out_hash: Buffer.from(crypto.randomUUID()),
      })
      .execute()
  })
  return person
}
const isSignedIn = async (person: TestPerson) => (await t.request(person, { url: '/api/v1/me' })).statusCode === 200
const lastReason = () =>
  t.platform(async (tx) => {
    const row = await tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('portal_id', '=', portal.id)
      .where('action', '=', 'sign-on-provider.sign-out-refused')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return (row?.changes as { reason?: string } | null)?.reason
  })

describe('the back channel of OpenID Connect', () => {
  const add = async (values: object = {}): Promise<Shown> =>
    (
      await t.as(admin).call(createProvider, {
        body: { kind: 'oidc', name: 'Harbor', issuer: issuer.issuer, client_id: 'portico', is_active: true, ...values },
      })
    ).data
  const post = (token: string, at = portal) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/sign-on/oidc/sign-out',
      headers: { host: at.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })

  test('a token with a session ends that one, a token with a person all of theirs; others stay (SSO-015)', async () => {
    const { id } = await add()
    const one = await arrived({ provider_id: id, subject: 'lee', session: 'a' })
    const two = await arrived({ provider_id: id, subject: 'lee', session: 'b' })
    const tess = await arrived({ provider_id: id, subject: 'tess', session: 'c' })
    const byPassword = await t.make.person('learner', { portal })
    const answer = await post(await issuer.token({ sub: 'lee', sid: 'a' }))
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([200, 'private, no-store', ''])
    expect(await Promise.all([one, two, tess].map(isSignedIn))).toEqual([false, true, true])
    await post(await issuer.token({ sub: 'lee' }))
    expect(await Promise.all([one, two, tess, byPassword].map(isSignedIn))).toEqual([false, false, true, true])
    const logged = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'changes'])
        .where('portal_id', '=', portal.id)
        .where('subject_id', '=', two.id)
        .where('subject_type', '=', 'user')
        .execute(),
    )
    expect(logged).toContainEqual({ action: 'session.end', changes: { provider: 'Harbor' } })
  })

  test('the same token again ends nothing that began since (SSO-015)', async () => {
    const { id } = await add()
    const early = await arrived({ provider_id: id, subject: 'lee' })
    const token = await issuer.token({ sub: 'lee', iat: issuer.seconds() - 120 })
    const late = await arrived({ provider_id: id, subject: 'lee' })
    await t.platform((tx) =>
      tx
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - 200_000) })
        .where('user_id', '=', early.id)
        .execute(),
    )
    const answers = await Promise.all([post(token), post(token)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await Promise.all([early, late].map(isSignedIn))).toEqual([false, true])
  })

  const refusals: [string, () => Promise<string>][] = [
    ['no token', async () => ''],
    ['no JWT', async () => 'a.b.c'],
    ['another issuer', () => issuer.token({ sub: 'lee', iss: 'https://elsewhere.example' })],
    ['another audience', () => issuer.token({ sub: 'lee', aud: 'someone-else' })],
    ['no event', () => issuer.token({ sub: 'lee', events: undefined })],
    ['another event', () => issuer.token({ sub: 'lee', events: { 'https://x.example': {} } })],
    ['a nonce, as an ID token has', () => issuer.token({ sub: 'lee', nonce: 'n' })],
    ['nobody', () => issuer.token({})],
    ['no name of its own', () => issuer.token({ sub: 'lee', jti: undefined })],
    ['no time', () => issuer.token({ sub: 'lee', iat: undefined })],
    ['ten minutes old', () => issuer.token({ sub: 'lee', iat: issuer.seconds() - 600 })],
    ['from the future', () => issuer.token({ sub: 'lee', iat: issuer.seconds() + 600 })],
    ['expired', () => issuer.token({ sub: 'lee', exp: issuer.seconds() - 120 })],
    [
      'signed by somebody else',
      async () => issuer.token({ sub: 'lee' }, { signer: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'signed with the client secret',
      () => issuer.token({ sub: 'lee' }, { alg: 'HS256', signer: Buffer.from('a secret of at least 32 characters') }),
    ],
    [
      'not signed',
      async () => {
        const [, body] = (await issuer.token({ sub: 'lee' })).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
      },
    ],
  ]
  test.each(refusals)('%s is answered with 400 and ends nothing (SSO-015)', async (_name, make) => {
    const { id } = await add()
    const person = await arrived({ provider_id: id, subject: 'lee' })
    const answer = await post(await make())
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([400, 'private, no-store'])
    expect(await isSignedIn(person)).toBe(true)
  })

  test('a token of one portal ends nothing in another (SSO-015)', async () => {
    const { id } = await add()
    const person = await arrived({ provider_id: id, subject: 'lee' })
    expect((await post(await issuer.token({ sub: 'lee' }), other)).statusCode).toBe(400)
    expect(await isSignedIn(person)).toBe(true)
  })

  test('who signs out at a real provider is signed out here (SSO-015)', async () => {
    const relay = http.createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const answer = await t.app.http.inject({
        method: 'POST',
        url: request.url ?? '',
        headers: { host: portal.host, 'content-type': request.headers['content-type'] ?? '' },
        payload: Buffer.concat(parts),
      })
      response.writeHead(answer.statusCode).end()
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const { port } = relay.address() as AddressInfo
    const harbor = await startOidcProvider({
      redirects: [`http://${portal.slug}.localhost:3000/sign-on/callback`],
      back_channel: `http://127.0.0.1:${port}/api/v1/sign-on/oidc/sign-out`,
      people: { lee: { email: 'lee@harbor.example', email_verified: true, given_name: 'Lee', family_name: 'Rivera' } },
    })
    try {
      const provider = await on.addOidc(admin, harbor, { creates_people: true })
      const browser = on.browser(portal)
      const there = browserAtProvider((address) => address.pathname === '/sign-on/callback')
      const home = await there.signIn(await browser.start(provider.id), 'lee')
      await browser.finish(home.search)
      const who = () => on.whoIs(portal, browser.cookies.get('session'))
      expect(await who()).toBe('lee@harbor.example')
      await there.signOut(harbor.issuer)
      await expect.poll(who).toBeNull()
    } finally {
      await harbor.close()
      await new Promise((resolve) => relay.close(resolve))
    }
  })
})

describe('signing out with SAML', () => {
  const add = async (values: object = {}): Promise<Shown> =>
    (
      await t.as(admin).call(createProvider, {
        body: {
          ...{ kind: 'saml', name: 'Harbor', is_active: true, issuer: idp.issuer, sign_in_url: idp.sign_in_url },
          ...{ sign_out_url: idp.sign_out_url, certificates: [idp.certificate], creates_people: true },
          ...values,
        },
      })
    ).data
  const address = () => `http://${portal.slug}.localhost:3000/api/v1/sign-on/saml/sign-out`
  const get = (query: string, at = portal) =>
    t.app.http.inject({ url: `/api/v1/sign-on/saml/sign-out?${query}`, headers: { host: at.host } })
  const post = (form: Record<string, string>) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/sign-on/saml/sign-out',
      headers: { host: portal.host, 'content-type': 'application/x-www-form-urlencoded', origin: idp.issuer },
      payload: new URLSearchParams(form).toString(),
    })
  /** The provider as its own library sees it: it verifies what the portal sends. */
  const providerSide = async () => {
    const metadata = await t.app.http.inject({ url: '/api/v1/sign-on/saml/metadata', headers: { host: portal.host } })
    const certificate = /<ds:X509Certificate>([^<]+)</.exec(metadata.body)?.[1]?.replaceAll(/\s/g, '') ?? ''
    return {
      metadata: metadata.body,
      certificate,
      saml: new SAML({
        ...{ entryPoint: address(), issuer: idp.issuer, callbackUrl: idp.sign_out_url, idpCert: certificate },
      }),
    }
  }

  test('the metadata names the sign-out address and a certificate that stays (SSO-016)', async () => {
    const answers = await Promise.all([providerSide(), providerSide()])
    const [first, second] = [...answers, await providerSide()].map(({ certificate }) => certificate)
    expect(first).toBe(second)
    expect(answers[0]?.metadata).toContain(`Location="${address()}"`)
    expect(answers[0]?.metadata).toContain('AuthnRequestsSigned="false"')
    const certificate = new X509Certificate(Buffer.from(first ?? '', 'base64'))
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 10 * 365 * 86_400_000)
  })

  test('signing out here leads to the provider with a signed request that names person and session (SSO-013, SSO-016)', async () => {
    const provider = await add()
    const browser = on.browser(portal)
    const started = new URL(await browser.start(provider.id))
    const said = idp.answerTo(started.href, { name_id: 'lee@harbor.example', session_index: 'there-1' })
    const acs = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/sign-on/saml/acs',
      headers: { host: portal.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(said).toString(),
    })
    await browser.finish(new URL(String(acs.headers['location'])).search)
    const token = browser.cookies.get('session') ?? ''
    expect(await on.whoIs(portal, token)).toBe('lee@harbor.example')
    await t.request({ ...admin, token }, { method: 'POST', url: '/api/v1/logout' })
    const { data } = (await browser.call('/sign-on/sign-out')).json()
    const away = new URL(data.address)
    expect(away.origin + away.pathname).toBe(idp.sign_out_url)
    const { saml } = await providerSide()
    const values = Object.fromEntries(away.searchParams)
    expect(values['SigAlg']).toMatch(/rsa-sha256$/)
    const { profile } = await saml.validateRedirectAsync(values, away.search.slice(1))
    expect(profile).toMatchObject({ nameID: 'lee@harbor.example', sessionIndex: 'there-1' })
    // The provider sends the browser back, which ends at the sign-in page.
    const back = await get(`SAMLResponse=${encodeURIComponent('x')}`)
    expect([back.statusCode, back.headers['location']]).toEqual([303, `http://${portal.slug}.localhost:3000/login`])
  })

  test('without a sign-out address nobody is sent away (SSO-016)', async () => {
    const provider = await add({ sign_out_url: '' })
    const person = await arrived({ provider_id: provider.id, subject: 'lee' })
    const answer = await get(await signOutQuery(idp, { destination: address(), name_id: 'lee' }))
    expect(answer.headers['location']).toBe(`http://${portal.slug}.localhost:3000/login`)
    expect(await isSignedIn(person)).toBe(false)
  })

  test('a signed request of the provider ends the sessions that it names, and is answered (SSO-016)', async () => {
    const { id } = await add()
    const one = await arrived({ provider_id: id, subject: 'lee', session: 'a' })
    const two = await arrived({ provider_id: id, subject: 'lee', session: 'b' })
    const three = await arrived({ provider_id: id, subject: 'lee', session: 'c' })
    const tess = await arrived({ provider_id: id, subject: 'tess', session: 'd' })
    const answer = await get(
      await signOutQuery(idp, { destination: address(), name_id: 'lee', sessions: ['a', 'b'], relay_state: 'r & s' }),
    )
    expect(await Promise.all([one, two, three, tess].map(isSignedIn))).toEqual([false, false, true, true])
    const away = new URL(String(answer.headers['location']))
    expect(away.origin + away.pathname).toBe(idp.sign_out_url)
    expect(away.searchParams.get('RelayState')).toBe('r & s')
    const { saml } = await providerSide()
    const values = Object.fromEntries(away.searchParams)
    const { loggedOut } = await saml
      .validateRedirectAsync(values, away.search.slice(1))
      .catch((error: Error) => ({ loggedOut: error.message }))
    // The library asks for a request of its own; the signature has been verified by then.
    expect([true, 'InResponseTo is missing from response']).toContain(loggedOut)
    const form = { SAMLRequest: encoded(idp.signOutRequest({ destination: address(), name_id: 'lee' })) }
    expect((await post(form)).statusCode).toBe(303)
    expect(await Promise.all([three, tess].map(isSignedIn))).toEqual([false, true])
  })

  const request = (values: object = {}) => ({ destination: address(), name_id: 'lee', ...values })
  const byQuery: [string, () => Promise<string>][] = [
    ['not signed', async () => (await signOutQuery(idp, request())).replace(/&SigAlg.*/, '')],
    ['signed by another provider', () => signOutQuery(evil, request({ issuer: idp.issuer }))],
    ['from a provider that the portal does not have', () => signOutQuery(evil, request())],
    ['signed with SHA-1', () => signOutQuery(idp, request(), { hash: 'sha1' })],
    ['an hour old', () => signOutQuery(idp, request({ issued_ms: -3_600_000 }))],
    ['from the future', () => signOutQuery(idp, request({ issued_ms: 3_600_000 }))],
    ['past its end', () => signOutQuery(idp, request({ until_ms: -120_000 }))],
    ['for another address', () => signOutQuery(idp, request({ destination: 'https://elsewhere.example/sign-out' }))],
    [
      'with a second request behind the signed one',
      async () => {
        const forged = await signOutQuery(evil, request({ issuer: idp.issuer }))
        return `${await signOutQuery(idp, request({ name_id: 'nobody' }))}&${forged.split('&')[0]}`
      },
    ],
    [
      'with a second request before the signed one',
      async () => {
        const forged = await signOutQuery(evil, request({ issuer: idp.issuer }))
        return `${forged.split('&')[0]}&${await signOutQuery(idp, request({ name_id: 'nobody' }))}`
      },
    ],
    [
      'changed after it was signed',
      async () => {
        const forged = await signOutQuery(evil, request({ issuer: idp.issuer }))
        const [, ...rest] = (await signOutQuery(idp, request({ name_id: 'nobody' }))).split('&')
        return [forged.split('&')[0], ...rest].join('&')
      },
    ],
    ['not deflated', async () => `SAMLRequest=${encodeURIComponent(encoded('<a/>'))}`],
    ['with a document type', () => signOutQuery(idp, request({ doctype: '<!DOCTYPE a [<!ENTITY b "c">]>' }))],
  ]
  test.each(byQuery)('a request %s ends nothing and leads to the sign-in page (SSO-016)', async (_name, make) => {
    const { id } = await add()
    const person = await arrived({ provider_id: id, subject: 'lee' })
    const answer = await get(await make())
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, `http://${portal.slug}.localhost:3000/login`])
    expect(await isSignedIn(person)).toBe(true)
    expect(await lastReason()).toEqual(expect.any(String))
  })

  const byForm: [string, () => string][] = [
    ['not signed', () => idp.signOutRequest(request(), { isSigned: false })],
    ['signed by somebody else', () => evil.signOutRequest(request({ issuer: idp.issuer }))],
    ['signed with SHA-1', () => idp.signOutRequest(request(), { hash: 'sha1' })],
    [
      'changed after it was signed',
      () => idp.signOutRequest(request({ name_id: 'nobody' })).replace('>nobody<', '>lee<'),
    ],
    [
      'wrapped around a signed one',
      () => {
        const signed = idp.signOutRequest(request({ name_id: 'nobody' }))
        const forged = idp.signOutRequest(request(), { isSigned: false })
        return forged.replace(
          '</samlp:LogoutRequest>',
          `<samlp:Extensions>${signed}</samlp:Extensions></samlp:LogoutRequest>`,
        )
      },
    ],
  ]
  test.each(byForm)('a form %s ends nothing (SSO-016)', async (_name, make) => {
    const { id } = await add()
    const person = await arrived({ provider_id: id, subject: 'lee' })
    expect((await post({ SAMLRequest: encoded(make()) })).statusCode).toBe(303)
    expect(await isSignedIn(person)).toBe(true)
  })

  test('a request of one portal ends nothing in another (SSO-016)', async () => {
    const { id } = await add()
    const person = await arrived({ provider_id: id, subject: 'lee' })
    await get(await signOutQuery(idp, request()), other)
    expect(await isSignedIn(person)).toBe(true)
  })
})
