import { beforeEach, describe, expect, test } from 'vitest'
import { headersOf, type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { cookieOf, PASSWORD, signingIn } from '../../../../tests/signing-in.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

const { withPassword, post, signIn, linksTo } = signingIn(t)

beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})

describe('wrong passwords of one account, from many addresses and in many portals (AUT-054)', () => {
  type Try = { n: number; password?: string; device?: string }
  const tryFrom = (portal: TestPortal, email: string, { n, password = 'Wrong-horse-1!', device }: Try) => {
    const headers = headersOf(t.config, portal)
    return t.request(portal, {
      method: 'POST',
      url: '/api/v1/login',
      payload: { email, password },
      remoteAddress: `203.0.113.${n}`,
      headers: { ...headers, ...(device && { cookie: `${headers.cookie}; device=${device}` }) },
    })
  }
  const deviceOf = async (person: TestPerson) => {
    const device = cookieOf(await signIn(person), 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 180 * 86_400 })
    return device!.value
  }
  /** Tries until the account is locked for unknown devices. */
  const attack = async (portals: TestPortal[], email: string) => {
    const statuses = []
    for (let n = 0; n < 25; n++) statuses.push((await tryFrom(portals[n % portals.length]!, email, { n })).statusCode)
    return statuses
  }

  test('ten of a hundred tries are checked; the next waits half a minute, the one after that a minute (AUT-054)', async () => {
    const person = await withPassword('learner')
    const portals = [person.portal, await t.make.portal(), await t.make.portal()]
    const statuses = []
    for (let n = 0; n < 100; n++)
      statuses.push((await tryFrom(portals[n % 3]!, person.email, { n: n % 25 })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(90).fill(429)])
    const refused = await tryFrom(person.portal, person.email, { n: 200, password: PASSWORD })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('30')
    expect(refused.json().message).toBe(
      'Too many wrong passwords were entered for this account. Please try again in 30 seconds, or choose "Forgot your password?": the link that we mail you works right away.',
    )
    later(30)
    expect((await tryFrom(person.portal, person.email, { n: 201 })).statusCode).toBe(422)
    expect((await tryFrom(person.portal, person.email, { n: 202 })).headers['retry-after']).toBe('60')
    later(60)
    expect((await tryFrom(person.portal, person.email, { n: 203, password: PASSWORD })).statusCode).toBe(200)
  })

  test('ten of twenty simultaneous tries in two portals are checked (AUT-054)', async () => {
    const person = await withPassword('learner')
    const portals = [person.portal, await t.make.portal()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => tryFrom(portals[n % 2]!, person.email, { n })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
  })

  test('an e-mail without an account gets the same answers (AUT-054, AUT-004)', async () => {
    const portal = await t.make.portal()
    expect(await attack([portal], 'no-account@example.com')).toEqual([...Array(10).fill(422), ...Array(15).fill(429)])
  })

  test('the five tries a minute for one address and e-mail count across all portals (AUT-004)', async () => {
    const person = await withPassword('learner')
    const portals = [person.portal, await t.make.portal()]
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await tryFrom(portals[n % 2]!, person.email, { n: 1 })).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  })

  test('a known device can continue, and another person’s cannot (AUT-054, AUT-055)', async () => {
    const person = await withPassword('learner')
    const other = await withPassword('learner', person.portal)
    const [own, foreign] = [await deviceOf(person), await deviceOf(other)]
    await attack([person.portal], person.email)
    const right = (device: string) => tryFrom(person.portal, person.email, { n: 210, password: PASSWORD, device })
    expect((await right(foreign)).statusCode).toBe(429)
    expect((await right(own)).statusCode).toBe(200)
    // Its wrong attempts count only for itself: a stolen cookie is no way around the limits.
    const statuses = []
    for (let n = 0; n < 12; n++)
      statuses.push((await tryFrom(person.portal, person.email, { n: 220 + n, device: own })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })

  test('the mailed link works: a person who set a new password with it can sign in at once (AUT-054, AUT-055)', async () => {
    const person = await withPassword('learner')
    await attack([person.portal], person.email)
    await post(person.portal, '/forgot-password', { email: person.email })
    const [token] = await linksTo(person.email)
    const password = 'New-horse-22!'
    const set = await post(person.portal, '/reset-password', { token, password, password_confirmation: password })
    const device = cookieOf(set, 'device')!.value
    expect((await tryFrom(person.portal, person.email, { n: 210, password })).statusCode).toBe(429)
    expect((await tryFrom(person.portal, person.email, { n: 210, password, device })).statusCode).toBe(200)
  })

  test('after a hundred wrong passwords from one network, across all accounts, unknown devices there have to wait (AUT-054)', async () => {
    const person = await withPassword('learner')
    const device = await deviceOf(person)
    for (let n = 0; n < 100; n++)
      expect((await tryFrom(person.portal, `guess${n}@example.com`, { n: 240 })).statusCode).toBe(422)
    const refused = await tryFrom(person.portal, person.email, { n: 240, password: PASSWORD })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect(refused.json().message).toContain('Too many wrong passwords were entered from this network.')
    expect((await tryFrom(person.portal, person.email, { n: 240, password: PASSWORD, device })).statusCode).toBe(200)
    expect((await tryFrom(person.portal, person.email, { n: 241, password: PASSWORD })).statusCode).toBe(200)
  })

  test('wrong old passwords count like wrong sign-ins; the password stays (AUT-054, AUT-014)', async () => {
    const person = await withPassword('learner')
    const change = (old_password: string, n: number) =>
      t.request(person, {
        method: 'PATCH',
        url: '/api/v1/change-password',
        payload: { old_password, password: 'New-horse-22!', password_confirmation: 'New-horse-22!' },
        remoteAddress: `203.0.113.${n}`,
      })
    for (let n = 0; n < 10; n++) expect((await change('Wrong-horse-1!', n)).statusCode).toBe(422)
    const refused = await change(PASSWORD, 100)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect((await tryFrom(person.portal, person.email, { n: 101, password: PASSWORD })).statusCode).toBe(429)
    later(30)
    expect((await change(PASSWORD, 100)).statusCode).toBe(204)
  })
})
