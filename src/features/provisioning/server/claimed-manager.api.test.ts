import { afterAll, beforeAll, expect, test } from 'vitest'
import { showProvider, testProvider } from '#features/single-sign-on/contract.ts'
import { saveExternalId } from '#features/users/contract.ts'
import { startOidcProvider } from '../../../../scripts/demo/oidc-provider.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { ENTERPRISE, patch, provisioning } from '../../../../tests/scim/provider.ts'
import { browserAtProvider } from '../../../../tests/single-sign-on/at-provider.ts'
import { LOCAL, type Shown, signingOn } from '../../../../tests/single-sign-on/signing-on.ts'

const t = testApp({ env: LOCAL })
const on = signingOn(t)
const make = enrolling(t)
const scim = provisioning(t)

/** What the provider says of Lee changes from test to test. */
const people: Record<string, Record<string, unknown>> = {
  lee: { email: 'lee@harbor.example', email_verified: true, given_name: 'Lee', family_name: 'Rivera' },
  mia: { email: 'mia@harbor.example', email_verified: true, given_name: 'Mia', family_name: 'Stone' },
}
const reportsTo = (manager: unknown) => {
  people['lee'] = { ...people['lee'], manager }
}

let portal: TestPortal
let admin: TestPerson
let courseId: number
let provider: Shown
let harbor: Awaited<ReturnType<typeof startOidcProvider>>

beforeAll(async () => {
  const connected = await scim.connected(20)
  ;({ portal, admin, course_id: courseId } = connected)
  harbor = await startOidcProvider({ redirects: [`http://${portal.slug}.localhost:3000/sign-on/callback`], people })
  provider = await on.addOidc(admin, harbor, { creates_people: true, manager_claim: 'manager' })
})
afterAll(() => harbor.close())

const atProvider = () => browserAtProvider((address) => address.pathname === '/sign-on/callback')
const signOn = async (login: string): Promise<number> => {
  const browser = on.browser(portal)
  const home = await atProvider().signIn(await browser.start(provider.id), login)
  const answer = await browser.finish(home.search)
  expect(answer.statusCode, answer.body).toBe(200)
  return t.platform(async (tx) => {
    const { email } = people[login] as { email: string }
    return (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  })
}
const managerOf = (enrollmentId: number) =>
  t.platform(
    async (tx) =>
      (await tx.selectFrom('enrollments').select('manager_id').where('id', '=', enrollmentId).executeTakeFirstOrThrow())
        .manager_id,
  )
const byEmail = (email: string) => t.make.person('manager', { portal, email })

test('the manager whom a sign-in names gets the learner enrollments of the person, those to come as well, and loses them (SSO-018, PRV-013, ROL-027)', async () => {
  const boss = await byEmail('boss@harbor.example')
  const next = await byEmail('next@harbor.example')
  await t.as(admin).call(saveExternalId, { params: { id: next.id }, body: { external_id: 'E-1042' } })
  reportsTo('Boss@Harbor.example')
  const lee = { id: await signOn('lee') } as TestPerson
  const [first] = await make.enroll(admin, courseId, lee)
  expect(await managerOf(first?.id ?? 0)).toBe(boss.id)
  expect((await t.request(boss, { method: 'GET', url: '/api/v1/managers/users' })).body).toContain(`"id":${lee.id}`)

  reportsTo('E-1042')
  await signOn('lee')
  const second = await make.course(portal)
  const [after] = await make.enroll(admin, second.id, lee)
  expect([await managerOf(first?.id ?? 0), await managerOf(after?.id ?? 0)]).toEqual([next.id, next.id])

  // The id of an account is no name that a provider knows.
  reportsTo(String(boss.id))
  await signOn('lee')
  expect(await managerOf(first?.id ?? 0)).toBeNull()

  // Somebody is not their own manager, and no claim is no manager.
  for (const named of ['E-1042', 'lee@harbor.example', 'E-1042', undefined]) {
    reportsTo(named)
    await signOn('lee')
    expect(await managerOf(first?.id ?? 0)).toBe(named === 'E-1042' ? next.id : null)
  }
})

test('a manager who is named before they are there counts once they sign in (SSO-018)', async () => {
  reportsTo('mia@harbor.example')
  const lee = { id: await signOn('lee') } as TestPerson
  const third = await make.course(portal)
  const [enrolled] = await make.enroll(admin, third.id, lee)
  expect(await managerOf(enrolled?.id ?? 0)).toBeNull()
  const mia = await signOn('mia')
  expect(await managerOf(enrolled?.id ?? 0)).toBe(mia)
})

test('what provisioning says of the manager goes before what a sign-in says (SSO-018, PRV-013)', async () => {
  const boss = await t.make.person('manager', { portal })
  const call = scim.by((await scim.token(admin)).token, portal)
  reportsTo('mia@harbor.example')
  const lee = { id: await signOn('lee') } as TestPerson
  const fourth = await make.course(portal)
  const [enrolled] = await make.enroll(admin, fourth.id, lee)
  const mia = await managerOf(enrolled?.id ?? 0)
  const named = patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: String(boss.id) })
  expect((await call('PATCH', `/Users/${lee.id}`, named)).status).toBe(200)
  expect(await managerOf(enrolled?.id ?? 0)).toBe(boss.id)
  await signOn('lee')
  expect(await managerOf(enrolled?.id ?? 0)).toBe(boss.id)
  await call('PATCH', `/Users/${lee.id}`, patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' }))
  expect(await managerOf(enrolled?.id ?? 0)).toBe(mia)
})

test.each([
  ['nobody.yet@harbor.example', null],
  ['mia@harbor.example', 'Mia Stone'],
])('a test shows that the provider named %s, and who that is: %s (SSO-018, SSO-005)', async (named, name) => {
  reportsTo(named)
  const started = await t.request(admin, {
    method: 'POST',
    url: `/api/v1${testProvider.path.replace(':id', String(provider.id))}`,
    payload: {},
  })
  const browser = on.browser(portal)
  browser.cookies.set('sign_on', started.cookies.find(({ name: cookie }) => cookie === 'sign_on')?.value ?? '')
  const home = await atProvider().signIn(started.json().data.address, 'lee')
  expect((await browser.finish(home.search)).json()).toMatchObject({ data: { is_test: true } })
  const { data } = await t.as(admin).call(showProvider, { params: { id: provider.id } })
  expect(data.last_test?.manager).toEqual({ named, display_name: name })
})
