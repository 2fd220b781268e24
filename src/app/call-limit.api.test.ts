import { expect, test } from 'vitest'
import { showLoginInfo } from '#features/portals/contract.ts'
import { csrfCookie, login, showMe } from '#features/sessions/contract.ts'
import { hashPassword } from '#platform/passwords.ts'
import { headersOf, type TestPerson, type TestPortal, testApp } from '../../tests/api.ts'
import { testPages } from '../../tests/pages.ts'
import { PASSWORD } from '../../tests/signing-in.ts'

// Small, so that a second suffices for a minute's worth of calls.
const MOST = 400
const t = testApp({ env: { CALLS_PER_MINUTE: String(MOST) } })
const pages = testPages(t)
const OFFICE = '203.0.113.7'

const get = (who: TestPerson | TestPortal, url: string, remoteAddress = OFFICE) =>
  pages.http.inject({
    method: 'GET',
    url,
    headers: { ...headersOf(t.config, who), accept: 'text/html' },
    remoteAddress,
  })
const call = (who: TestPerson | TestPortal, { path }: { path: string }, remoteAddress = OFFICE) =>
  get(who, `/api/v1${path}`, remoteAddress)
const signIn = ({ email, portal }: TestPerson) =>
  pages.http.inject({
    method: 'POST',
    url: `/api/v1${login.path}`,
    headers: headersOf(t.config, portal),
    payload: { email, password: PASSWORD },
    remoteAddress: OFFICE,
  })

test('forty learners behind one address work for a minute and are never refused, while a visitor flooding from the same address is (API-020)', async () => {
  const portal = await t.make.portal({ is_marketable: true, type: 1 })
  const crew: TestPerson[] = []
  const password_hash = await hashPassword(PASSWORD)
  for (let n = 0; n < 40; n++) crew.push(await t.make.person('learner', { portal, password_hash }))
  const hammered: number[] = []
  const worked: number[] = []
  const hammer = async () => {
    for (let n = 0; n < 20; n++) hammered.push((await call(portal, showLoginInfo)).statusCode)
  }
  // Someone has opened the sign-in page before.
  await get(portal, '/login', '203.0.113.8')
  for (let n = 0; n < 22; n++) await hammer()
  // All of them sign in, then open pages and make calls: together many times the limit of one caller.
  for (const learner of crew) {
    worked.push((await get(portal, '/login')).statusCode)
    expect((await call(portal, csrfCookie)).statusCode).toBe(204)
    const signedIn = await signIn(learner)
    worked.push(signedIn.statusCode)
    learner.token = signedIn.cookies.find(({ name }) => name === 'session')?.value ?? ''
  }
  for (let round = 0; round < 21; round++) {
    for (const learner of crew) worked.push((await call(learner, showMe)).statusCode)
    await hammer()
  }
  for (const learner of crew)
    for (const page of ['/courses', '/profile/settings']) worked.push((await get(learner, page)).statusCode)
  expect(worked.filter((status) => status !== 200)).toEqual([])
  expect(worked.length).toBeGreaterThan(2 * MOST)
  // The first ones came before the others worked. Later ones may fall into another minute.
  expect(hammered.slice(0, 440)).toEqual([...Array(MOST).fill(200), ...Array(40).fill(429)])
}, 180_000)

test('a page over the limit has its styles and says when to come back; cached pages still work (API-020)', async () => {
  const portal = await t.make.portal({ is_marketable: true, type: 1, name: 'Harbor & Sons', primary_color: '#0b6b4f' })
  const address = '203.0.113.9'
  expect((await get(portal, '/login', address)).statusCode).toBe(200)
  for (let n = 1; n < MOST; n++) await call(portal, showLoginInfo, address)
  const refused = await get(portal, '/login?reason=more', address)
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(refused.body).toMatch(/<h1>Please try again in (\d+ seconds?|1 minute)<\/h1>/)
  expect(refused.body).toContain('<header>Harbor &amp; Sons</header>')
  expect(refused.body).toContain('--primary:')
  expect(refused.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
  expect(refused.body).not.toContain('<link')
  expect((await get(portal, '/login', address)).statusCode).toBe(200)
})

test('a page refused for one visitor is still rendered for the next (API-020)', async () => {
  const portal = await t.make.portal({ is_marketable: true, type: 1 })
  for (let n = 0; n < MOST; n++) await call(portal, showLoginInfo, '203.0.113.10')
  const [refused, rendered] = await Promise.all([
    get(portal, '/login', '203.0.113.10'),
    get(portal, '/login', '203.0.113.11'),
  ])
  expect([refused.statusCode, rendered.statusCode]).toEqual([429, 200])
})

test('a signed-in person’s page over the limit is refused as well, with its styles (API-020)', async () => {
  const person = await t.make.person('learner')
  for (let n = 0; n < MOST; n++) await call(person, showMe, '203.0.113.12')
  const refused = await get(person, '/profile/settings', '203.0.113.12')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBeDefined()
  expect(refused.body).toContain('--primary:')
})
