import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { browserAtProvider } from '../../../../tests/single-sign-on/at-provider.ts'
import { LOCAL, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'
import { updateProvider } from '../contract.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const guide = fs.readFileSync(path.join(root, 'docs/single-sign-on.md'), 'utf8')
const t = testApp({ env: LOCAL })
const on = signingOn(t)

let child: ChildProcess | undefined
let port = 0
beforeAll(async () => {
  port = await freePort()
})
afterAll(() => child?.kill())

/** What the script of the guide prints for somebody to enter. */
const started = (origin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    child = spawn(process.execPath, ['scripts/demo-oidc.ts', origin], {
      cwd: root,
      env: { ...process.env, PORT: '1', OIDC_PORT: String(port) },
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Press Ctrl+C')) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The script ended with ${code}`)))
  })

test('the provider of the guide is entered as it is printed, and its people come in as the guide says (SSO-002, SSO-007, SSO-010)', async () => {
  expect(guide).toContain('npm run demo:oidc -- http://granite.localhost:3000')
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  const output = await started(`http://${portal.slug}.localhost:3000`)
  const printed = (label: string) => new RegExp(`${label}: +(\\S+)$`, 'm').exec(output)?.[1] ?? ''
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
