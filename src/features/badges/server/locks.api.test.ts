import { beforeEach, describe, expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { badgeHolders, PIN, said } from '../../../../tests/badges/holders.ts'
import { cookieOf } from '../../../../tests/signing-in.ts'
import * as contract from '../contract.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
beforeEach(() => later(7200))
const { enter, start, setUp, codeFor, started, as } = badgeHolders(t)

const HOUR = 3600
const WRONG = '999990'

/** The wrong tries of this badge as if they had been made now, outside of the pauses of an hour. */
const tried = (portal: TestPortal, id: number, wrong: number, device = '') =>
  t.platform((tx) =>
    tx
      .insertInto('badge_wrong_tries')
      .values({ portal_id: portal.id, user_id: id, device, wrong, first_at: now, last_at: now })
      .onConflict((conflict) => conflict.columns(['portal_id', 'user_id', 'device']).doUpdateSet({ wrong }))
      .execute(),
  )
const countsOf = (id: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('badge_wrong_tries')
      .select(['device', 'wrong'])
      .where('user_id', '=', id)
      .orderBy('device')
      .execute(),
  )

test('wrong PINs pause as wrong passwords do, a known browser excepted (BDG-018, AUT-054)', async () => {
  const { portal, ...at } = await setUp()
  const { number, device } = await started({ portal, ...at })
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await enter(portal, number, WRONG)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  const refused = await enter(portal, number)
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Too many wrong PINs were entered for this badge. Please try again in 30 seconds, or ask your manager for a new start code.',
  ])
  expect((await enter(portal, number, PIN, device)).statusCode).toBe(200)
})

describe('100 wrong tries', () => {
  test('lock a badge for an hour and say until when, ten more for four; a known browser stays open (BDG-018, BDG-032, ERR-188)', async () => {
    const at = await setUp()
    const { portal } = at
    const { id, number, device } = await started(at)
    await tried(portal, id, 99)
    // A right one neither counts nor begins the count again.
    expect((await enter(portal, number)).statusCode).toBe(200)
    expect(said(await enter(portal, number, WRONG))).toEqual([422, 'badge_incorrect'])
    const locked = await enter(portal, number)
    expect([...said(locked), locked.headers['retry-after']]).toEqual([429, 'badge_locked', '3600'])
    expect(locked.json().message).toMatch(
      /^Too many wrong tries for this badge\. You can try again on March 2 2026 \d{1,2}:00 [AP]M\. A new start code/,
    )
    // What is refused is not counted.
    expect(await countsOf(id)).toEqual([{ device: '', wrong: 100 }])
    const shown = async () => (await at.api.call(contract.showBadge, { params: { id } })).data.secret
    const end = new Date(now.getTime() + HOUR * 1000)
    expect(await shown()).toMatchObject({ locked_until: end.toISOString(), known_locked_until: null })
    const own = await enter(portal, number, PIN, device)
    expect(own.statusCode).toBe(200)

    later(HOUR)
    expect(await shown()).toMatchObject({ locked_until: null })
    expect((await enter(portal, number)).statusCode).toBe(200)
    await tried(portal, id, 109)
    expect(said(await enter(portal, number, WRONG))).toEqual([422, 'badge_incorrect'])
    expect((await enter(portal, number)).headers['retry-after']).toBe(String(4 * HOUR))
    const { start_code: code } = await codeFor(at, id)
    expect((await start(portal, number, code)).statusCode).toBe(200)
    expect((await enter(portal, number)).statusCode).toBe(200)
    expect(await countsOf(id)).toEqual([])
  })

  test('in a known browser lock that one, at the sign-in and in an open session, and no other (BDG-018, BDG-020, BDG-023)', async () => {
    const at = await setUp()
    const { portal } = at
    const { id, number, device } = await started(at)
    const second = await enter(portal, number)
    const other = cookieOf(second, 'device')?.value ?? ''
    await tried(portal, id, 99, device.split('.')[0])
    expect(said(await enter(portal, number, WRONG, device))).toEqual([422, 'badge_incorrect'])
    expect(said(await enter(portal, number, PIN, device))).toEqual([429, 'badge_locked'])
    expect((await enter(portal, number, PIN, other)).statusCode).toBe(200)
    const inside = await enter(portal, number)
    expect(inside.statusCode).toBe(200)
    const { data } = await at.api.call(contract.showBadge, { params: { id } })
    expect(data.secret).toMatchObject({ locked_until: null, known_locked_until: expect.any(String) })

    // Nor is it guessed from a session that is open.
    const change = { old_secret: PIN, secret: '351926', secret_confirmation: '351926' }
    const call = (method: 'PUT' | 'POST', url: string, payload: object) =>
      t.request(as(portal, { id, session: cookieOf(inside, 'session')?.value ?? '' }), {
        method,
        url: `/api/v1${url}`,
        payload,
      })
    await tried(portal, id, 100)
    expect(said(await call('PUT', '/badge/secret', change))).toEqual([429, 'badge_locked'])
    expect(said(await call('POST', '/two-factor/app', { proof: PIN }))).toEqual([429, 'badge_locked'])
  })

  test('that come at once are counted one by one, and none beyond the lock is looked at (BDG-018)', async () => {
    const at = await setUp()
    const { portal } = at
    const { id, number } = await started(at)
    await tried(portal, id, 97)
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(portal, number, WRONG)))
    const codes = answers.map((answer) => answer.json().code)
    expect(codes.toSorted()).toEqual([...Array(3).fill('badge_incorrect'), ...Array(5).fill('badge_locked')])
    expect(await countsOf(id)).toEqual([{ device: '', wrong: 100 }])
  })
})
