import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { browserAtProvider } from '../../../../tests/single-sign-on/at-provider.ts'
import { LOCAL, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import { createProvider, readMetadata, updateProvider } from '../contract.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const guide = fs.readFileSync(path.join(root, 'docs/single-sign-on.md'), 'utf8')
const t = testApp({ env: LOCAL })
const on = signingOn(t)

let admin: TestPerson
beforeAll(async () => {
  admin = await t.make.person('portal_admin')
})
const children: ChildProcess[] = []
afterAll(() => children.map((child) => child.kill()))

/** What a script of the guide prints for somebody to enter. */
const started = async (kind: 'oidc' | 'saml', origin: string): Promise<string> => {
  expect(guide).toContain(`npm run demo:${kind} -- http://granite.localhost:3000`)
  const port = String(await freePort())
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`scripts/demo/${kind}.ts`, origin], {
      cwd: root,
      env: { ...process.env, PORT: '1', [`${kind.toUpperCase()}_PORT`]: port },
    })
    children.push(child)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Press Ctrl+C')) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The script ended with ${code}`)))
  })
}
const printedIn = (output: string, label: string) => new RegExp(`${label}: +(\\S+)$`, 'm').exec(output)?.[1] ?? ''

test('the provider of the guide is entered as it is printed, and its people come in as the guide says (SSO-002, SSO-007, SSO-010, OPS-087)', async () => {
  const { portal } = admin
  const output = await started('oidc', `http://${portal.slug}.localhost:3000`)
  const printed = (label: string) => printedIn(output, label)
  const provider = await on.addOidc(
    admin,
    {
      issuer: printed('Issuer'),
      client_id: printed('Client ID'),
      client_secret: printed('Client secret'),
      close: async () => {},
    },
    {},
  )
  const signOn = async (login: string) => {
    const browser = on.browser(portal)
    const at = browserAtProvider((address) => address.pathname === '/sign-on/callback')
    const home = await at.signIn(await browser.start(provider.id), login)
    const answer = await browser.finish(home.search)
    return { code: answer.json().code, email: await on.whoIs(portal, browser.cookies.get('session')) }
  }
  expect((await signOn('lee')).code).toBe('sign_on_unknown_person')
  await t.as(admin).call(updateProvider, {
    params: { id: provider.id },
    body: {
      name: 'Harbor account',
      issuer: provider.issuer,
      client_id: provider.client_id ?? '',
      creates_people: true,
      role_claim: 'groups',
      manager_claim: 'manager',
      role_rules: [{ value: 'trainers', role: 'instructor' }],
    },
  })
  expect((await signOn('lee')).email).toBe('lee@example.com')
  expect((await signOn('tess')).email).toBe('tess@example.com')
  expect((await signOn('ray')).code).toBe('sign_on_unproved_email')
  const roles = await t.platform((tx) =>
    tx
      .selectFrom('portal_user_roles as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.email', 'r.role'])
      .where('r.portal_id', '=', portal.id)
      .where('u.email', 'like', '%@example.com')
      .where('r.role', '<>', 'portal_admin')
      .orderBy('u.email')
      .execute(),
  )
  expect(roles).toEqual([
    { email: 'lee@example.com', role: 'learner' },
    { email: 'tess@example.com', role: 'instructor' },
  ])
})

test('the SAML provider of the guide is entered by its metadata, and signs its people in and out (SSO-003, SSO-016, OPS-087)', async () => {
  const { portal } = admin
  const address = printedIn(await started('saml', `http://${portal.slug}.localhost:3000`), 'Metadata URL')
  const { data } = await t.as(admin).call(readMetadata, { body: { address } })
  const body = { kind: 'saml' as const, name: 'Harbor SAML', is_active: true, creates_people: true, ...data }
  const provider = (
    await t.as(admin).call(createProvider, { body: { ...body, sign_out_url: data.sign_out_url ?? '' } })
  ).data
  const browser = on.browser(portal)
  const at = browserAtProvider(() => false)
  const start = new URL(await browser.start(provider.id))
  expect(await at.open(start)).toContain('Password')
  const page = await at.open(start, { login: 'tess', password: 'any' })
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/sign-on/saml/acs',
    headers: { host: portal.host, 'content-type': 'application/x-www-form-urlencoded', origin: provider.issuer },
    payload: new URLSearchParams(
      [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ).toString(),
  })
  await browser.finish(new URL(String(answer.headers['location'])).search)
  const session = browser.cookies.get('session')
  expect(await on.whoIs(portal, session)).toBe('tess@example.com')
  // The provider remembers her, until she signs out there, and with that here.
  expect(await at.open(start)).toContain('SAMLResponse')
  const end = new URL('/session/end', provider.issuer)
  expect(await at.open(end)).toContain('Yes, sign me out')
  const home = new URL(await at.open(end, {}, 'location'))
  const back = await t.app.http.inject({ url: home.pathname + home.search, headers: { host: portal.host } })
  expect(await on.whoIs(portal, session)).toBeNull()
  expect(await at.open(new URL(String(back.headers['location'])))).toContain('You are signed out')
  expect(await at.open(start)).toContain('Password')
})
