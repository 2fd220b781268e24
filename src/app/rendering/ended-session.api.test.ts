import { expect, test } from 'vitest'
import { ENDING_WORDS } from '#kernel/access/session-ending.ts'
import { type TestPerson, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp()
const pages = testPages(t)

/** A session that ended because the same person signed in elsewhere. */
const endedSession = async (
  values: Record<string, unknown> = {},
  end_reason = 'signed in elsewhere',
): Promise<TestPerson> => {
  const portal = await t.make.portal({ type: 2, is_marketable: true, ...values })
  const person = await t.make.person('learner', { portal })
  await t.platform((tx) =>
    tx.updateTable('sessions').set({ ended_at: new Date(), end_reason }).where('user_id', '=', person.id).execute(),
  )
  return person
}
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof pages.open>>) =>
  Object.fromEntries(cookies.map(({ name, value, maxAge }) => [name, maxAge === 0 ? 'gone' : value]))
const TEXT = 'You have been logged out due to inactivity or an alternate login.'

test.each(['/courses', '/profile/settings?tab=name', '/dashboard'])(
  '%s, opened with an ended session, leads to the sign-in page that says why, and back (AUT-056, AUT-023, ERR-040)',
  async (url) => {
    const person = await endedSession()
    const answer = await pages.open(person, url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login?reason=session-ended'])
    expect(cookiesOf(answer)).toMatchObject({
      redirect: url,
      session: 'gone',
      auth: 'gone',
      current_role: 'gone',
    })
    const login = await pages.open(person.portal, '/login?reason=session-ended')
    expect(login.body).toContain(TEXT)
  },
)

test('a public page is shown, keeps the way back and says why (AUT-056)', async () => {
  const person = await endedSession()
  const answer = await pages.open(person, '/course')
  expect(answer.statusCode).toBe(200)
  expect(cookiesOf(answer)).toMatchObject({ redirect: '/course', session: 'gone', auth: 'gone' })
  expect(answer.body).toContain('ended\\":\\"session-ended')
  const visitor = await pages.open(person.portal, '/course')
  expect(visitor.body).toContain('ended\\":null')
  expect(cookiesOf(visitor)).toEqual({})
})

test('the sign-in page says why, and does not become the way back (AUT-056)', async () => {
  const person = await endedSession()
  const answer = await pages.open(person, '/login')
  expect(answer.body).toContain(TEXT)
  expect(cookiesOf(answer)).toMatchObject({ session: 'gone' })
  expect(cookiesOf(answer)).not.toHaveProperty('redirect')
})

test('a running session is left alone (AUT-056)', async () => {
  const person = await t.make.person('learner')
  const answer = await pages.open(person, '/profile/settings')
  expect(answer.statusCode).toBe(200)
  expect(cookiesOf(answer)).toEqual({})
})

test.each([
  ['signed out at the provider', 'provider-sign-out'],
  ['left', 'access-ended'],
] as const)(
  'a session that ended by "%s" says so instead, on the way and on an open page (AUT-074)',
  async (reason, ending) => {
    const person = await endedSession({}, reason)
    const led = await pages.open(person, '/courses')
    expect([led.statusCode, led.headers.location]).toEqual([302, `/login?reason=${ending}`])
    const shown = await pages.open(person.portal, `/login?reason=${ending}`)
    // An open page asks for the usual reason, and still has the cookie of its session.
    const left = await pages.open(person, '/login?reason=session-ended')
    for (const { body } of [shown, left]) {
      expect(body).toContain(ENDING_WORDS[ending].title)
      expect(body).not.toContain(TEXT)
    }
  },
)
