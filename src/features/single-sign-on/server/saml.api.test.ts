import { beforeAll, describe, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { encoded, requestIn, type Said, samlIdp, wrappings } from '../../../../tests/single-sign-on/saml-idp.ts'
import { LOCAL, type Shown, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import { createProvider, readMetadata, updateProvider } from '../contract.ts'

const t = testApp({ env: LOCAL })
const on = signingOn(t)
const idp = samlIdp('https://idp.harbor.example')
const evil = samlIdp('https://idp.evil.example')

let portal: TestPortal
let other: TestPortal
let admin: TestPerson
let provider: Shown

const settings = (certificates: string[]) => ({
  kind: 'saml' as const,
  name: 'Harbor',
  is_active: true,
  issuer: idp.issuer,
  sign_in_url: idp.sign_in_url,
  certificates,
  creates_people: true,
  role_claim: 'groups',
  role_rules: [{ value: 'trainers', role: 'instructor' }],
})

beforeAll(async () => {
  portal = await t.make.portal()
  other = await t.make.portal()
  admin = await t.make.person('portal_admin', { portal })
  provider = (await t.as(admin).call(createProvider, { body: settings([idp.certificate]) })).data
})

let people = 0
/** A sign-in that has begun: what the provider has to say, and how its answer comes back. */
const begun = async (id = provider.id, at = portal) => {
  const browser = on.browser(at)
  const request = requestIn(await browser.start(id))
  const said: Said = {
    in_response_to: request.id,
    acs: provider.addresses.acs,
    audience: provider.addresses.entity_id,
    name_id: `pat${++people}@harbor.example`,
    attributes: { givenName: ['Pat'], sn: ['Rivera'] },
  }
  /** Posts from the pages of the provider, where no cookie of the portal is sent, then comes back with them. */
  const post = async (xml: string, state = request.relay_state, to = at) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/sign-on/saml/acs',
      headers: { host: to.host, 'content-type': 'application/x-www-form-urlencoded', origin: idp.issuer },
      payload: new URLSearchParams({ SAMLResponse: encoded(xml), RelayState: state }).toString(),
    })
  const comeBack = async (xml: string) => {
    const answer = await post(xml)
    if (answer.statusCode !== 303) throw new Error(answer.body)
    const finished = await browser.finish(new URL(String(answer.headers['location'])).search)
    return { finished, email: await on.whoIs(at, browser.cookies.get('session')) }
  }
  return { browser, request, said, post, comeBack }
}
type Begun = Awaited<ReturnType<typeof begun>>

describe('signing in by SAML', () => {
  test('the request names this portal, and a signed assertion lets the person in (SSO-003, SSO-006, SSO-009, HIS-002)', async () => {
    const { request, said, comeBack } = await begun()
    expect(request.xml).toContain(`AssertionConsumerServiceURL="${provider.addresses.acs}"`)
    expect(request.xml).toContain(provider.addresses.entity_id)
    const { finished, email } = await comeBack(idp.answer({ ...said, attributes: { groups: ['trainers', 'x'] } }))
    expect(finished.json()).toMatchObject({ data: { is_test: false } })
    expect(email).toBe(said.name_id)
    const roles = await t.platform((tx) =>
      tx
        .selectFrom('portal_user_roles as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select('r.role')
        .where('u.email', '=', said.name_id ?? '')
        .execute(),
    )
    expect(roles).toEqual([{ role: 'instructor' }])
    const noted = await t.platform((tx) =>
      tx
        .selectFrom('record_changes as c')
        .innerJoin('users as u', 'u.id', 'c.record_id')
        .select(['c.fields', 'c.origin'])
        .where('u.email', '=', said.name_id ?? '')
        .orderBy('c.id')
        .execute(),
    )
    expect(noted).toContainEqual({ fields: ['roles'], origin: 'visit' })
    expect(noted.filter(({ origin }) => origin !== 'visit')).toEqual([])
  })

  test('our metadata names the address and the entity id, and that assertions have to be signed (SSO-003)', async () => {
    const { pathname } = new URL(provider.addresses.metadata)
    const answer = await t.app.http.inject({ url: pathname, headers: { host: portal.host } })
    expect(answer.body).toContain(`entityID="${provider.addresses.entity_id}"`)
    expect(answer.body).toContain(`Location="${provider.addresses.acs}"`)
    expect(answer.body).toContain('WantAssertionsSigned="true"')
  })

  test('metadata fills the settings; what is none is refused (SSO-003)', async () => {
    const { data } = await t.as(admin).call(readMetadata, { body: { xml: idp.metadata() } })
    expect(data).toEqual({
      issuer: idp.issuer,
      sign_in_url: idp.sign_in_url,
      sign_out_url: idp.sign_out_url,
      certificates: [idp.certificate],
    })
    for (const xml of [
      '',
      'nonsense',
      '<a/>',
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${idp.metadata()}`,
    ])
      await expect(t.as(admin).call(readMetadata, { body: { xml } })).rejects.toMatchObject({ status: 422 })
    for (const address of ['http://idp.example', 'https://10.0.0.1/metadata', 'file:///etc/passwd'])
      await expect(t.as(admin).call(readMetadata, { body: { address } })).rejects.toMatchObject({
        errors: { address: [expect.any(String)] },
      })
  })

  test('two certificates are valid while the provider changes its own (SSO-003)', async () => {
    const next = samlIdp(idp.issuer)
    const params = { id: provider.id }
    const { kind: _kind, ...body } = settings([idp.certificate, next.certificate])
    await t.as(admin).call(updateProvider, { params, body })
    for (const signer of [idp, next]) {
      const { said, comeBack } = await begun()
      expect((await comeBack(signer.answer(said))).email).toBe(said.name_id)
    }
    await t.as(admin).call(updateProvider, { params, body: { ...body, certificates: [idp.certificate] } })
    const { said, comeBack } = await begun()
    expect((await comeBack(next.answer(said))).email).toBeNull()
  })

  test('a certificate that is none is refused (SSO-003)', async () => {
    const body = { ...settings(['-----BEGIN CERTIFICATE-----\nnonsense']) }
    await expect(t.as(admin).call(createProvider, { body })).rejects.toMatchObject({
      errors: { certificates: [expect.stringContaining('signing certificate')] },
    })
  })
})

/** Everything that an answer can be other than right, each with one difference from the one that is. */
const ATTACKS: Record<string, (begun: Begun) => string | Promise<string>> = {
  'without a signature': ({ said }) => idp.responseOf(idp.assertionOf(said), said),
  'with an empty signature': ({ said }) =>
    idp.responseOf(
      idp.sign(idp.assertionOf(said)).replace(/<(ds:)?SignatureValue>[^<]*</, '<$1SignatureValue><'),
      said,
    ),
  'signed by somebody else': ({ said }) => {
    const forged = { ...said, issuer: idp.issuer }
    return evil.responseOf(evil.sign(evil.assertionOf(forged)), forged)
  },
  'signed with SHA-1': ({ said }) => idp.responseOf(idp.sign(idp.assertionOf(said), { hash: 'sha1' }), said),
  'signed on the response alone': ({ said }) =>
    idp.sign(idp.responseOf(idp.assertionOf(said), said), { element: 'Response' }),
  'changed after it was signed': ({ said }) => idp.answer(said).replaceAll(said.name_id ?? '', 'boss@harbor.example'),
  'for another audience': ({ said }) => idp.answer({ ...said, audience: 'https://other.example' }),
  'for no audience': ({ said }) => idp.answer({ ...said, conditions: '' }),
  'for another address': ({ said }) => idp.answer({ ...said, recipient: 'https://other.example/acs' }),
  'from another issuer': ({ said }) => idp.answer({ ...said, issuer: evil.issuer }),
  'that is over': ({ said }) => idp.answer({ ...said, from_ms: -600_000, until_ms: -120_000, issued_ms: -600_000 }),
  'that begins later': ({ said }) => idp.answer({ ...said, from_ms: 300_000, until_ms: 600_000 }),
  'that was made long ago': ({ said }) => idp.answer({ ...said, issued_ms: -3_600_000, until_ms: 600_000 }),
  'that nobody asked for': ({ said }) => idp.answer({ ...said, in_response_to: '' }),
  'to another request': ({ said }) => idp.answer({ ...said, in_response_to: '_other' }),
  'with the request named outside of the signature alone': ({ said }) =>
    idp.responseOf(idp.sign(idp.assertionOf({ ...said, in_response_to: '' })), said),
  'with two assertions': ({ said }) => {
    const one = idp.sign(idp.assertionOf(said))
    return idp.responseOf(one + idp.sign(idp.assertionOf(said)), said)
  },
  'with a document type': ({ said }) => `<!DOCTYPE r [<!ENTITY a "b">]>${idp.answer(said)}`,
  'that says that it failed': ({ said }) => idp.answer(said).replace('status:Success', 'status:Responder'),
  'that is not XML': () => 'nonsense',
  'that is empty XML': () => '<a/>',
}

describe('an answer is refused', () => {
  test.each(Object.entries(ATTACKS))('%s (SSO-006)', async (_name, attack) => {
    const start = await begun()
    const { finished, email } = await start.comeBack(await attack(start))
    expect([finished.statusCode, finished.json().code]).toEqual([422, 'sign_on_unfinished'])
    expect(email).toBeNull()
    // The same sign-in would have been let in by an honest answer.
    const honest = await begun()
    expect((await honest.comeBack(idp.answer(honest.said))).email).toBe(honest.said.name_id)
  })

  test.each(['XSW1', 'XSW2', 'XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8'])(
    'with its signature wrapped as %s: nobody comes in but whom the signature names (SSO-006)',
    async (form) => {
      const start = await begun()
      const { said } = start
      const assertion = idp.sign(idp.assertionOf(said))
      const response = idp.sign(idp.responseOf(idp.assertionOf(said), said), { element: 'Response' })
      const frame = (inner: string) => idp.responseOf(inner, said)
      const forge = (xml: string) => xml.replaceAll(said.name_id ?? '', 'boss@harbor.example')
      const wrapped = wrappings({ response, assertion, frame }, forge)[form] ?? ''
      expect(wrapped).toContain('boss@harbor.example')
      expect(wrapped).toContain(said.name_id)
      const { email } = await start.comeBack(wrapped)
      expect([null, said.name_id]).toContain(email)
      expect(email).not.toBe('boss@harbor.example')
      const made = await t.platform((tx) =>
        tx.selectFrom('users').select('id').where('email', '=', 'boss@harbor.example').execute(),
      )
      expect(made).toEqual([])
    },
  )

  test('a comment in the name hides nothing: the whole name counts, or nobody comes in (SSO-006)', async () => {
    const start = await begun()
    const name_xml = 'boss@harbor.example<!---->.evil.example'
    const { email } = await start.comeBack(idp.answer({ ...start.said, name_xml }))
    expect(email).not.toBe('boss@harbor.example')
    const later = await begun()
    const signed = idp.answer({ ...later.said, name_id: 'boss@harbor.example.evil.example' })
    const split = signed.replace('boss@harbor.example.evil', 'boss@harbor.example<!-- -->.evil')
    expect((await later.comeBack(split)).email).not.toBe('boss@harbor.example')
  })

  test('a second time (SSO-006)', async () => {
    const { browser, said, post, comeBack } = await begun()
    const xml = idp.answer(said)
    expect((await comeBack(xml)).email).toBe(said.name_id)
    browser.cookies.delete('session')
    const again = await post(xml)
    const finished = await browser.finish(new URL(String(again.headers['location'])).search)
    expect(finished.json().code).toBe('sign_on_unfinished')
    // Neither does it answer another sign-in of the same browser.
    const next = await begun()
    expect((await next.comeBack(xml)).finished.json().code).toBe('sign_on_unfinished')
  })

  test('in another browser, in another portal, and without a sign-in that was begun (SSO-006)', async () => {
    const start = await begun()
    const answer = await start.post(idp.answer(start.said))
    const query = new URL(String(answer.headers['location'])).search
    expect((await on.browser(portal).finish(query)).json().code).toBe('sign_on_unfinished')
    const elsewhere = await begun()
    const there = await elsewhere.post(idp.answer(elsewhere.said), elsewhere.request.relay_state, other)
    expect(new URL(String(there.headers['location'])).hostname).toBe(other.host)
    const foreign = on.browser(other)
    for (const [name, value] of elsewhere.browser.cookies) foreign.cookies.set(name, value)
    const finished = await foreign.finish(new URL(String(there.headers['location'])).search)
    expect(finished.json().code).toBe('sign_on_unfinished')
    const unasked = await elsewhere.post(idp.answer({ ...elsewhere.said, in_response_to: '' }), '')
    expect(unasked.statusCode).toBe(303)
    expect((await elsewhere.browser.finish('')).json().code).toBe('sign_on_unfinished')
  })

  test('the state leads nowhere but to the page that finishes sign-ins, whatever it says (SSO-006)', async () => {
    const { post, said } = await begun()
    for (const state of ['https://evil.example', '//evil.example', '/\\evil.example', '?x=1&state=y', 'a\r\nb: c']) {
      const answer = await post(idp.answer(said), state)
      const address = new URL(String(answer.headers['location']))
      expect([answer.statusCode, address.host, address.pathname]).toEqual([
        303,
        new URL(provider.addresses.acs).host,
        '/sign-on/callback',
      ])
      expect(address.searchParams.get('state')).toBe(state)
    }
  })
})
