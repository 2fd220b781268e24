import { beforeEach, describe, expect, test } from 'vitest'
import { listUsers } from '#features/accounts/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { listHistory } from '#features/history/contract.ts'
import { showPortal, updateSettings } from '#features/portals/contract.ts'
import { codeAt } from '#features/two-factor/rules/totp.ts'
import { createUser } from '#features/users/contract.ts'
import { headersOf, type TestPortal, testApp } from '../../../../tests/api.ts'
import { badgeHolders, PIN, said } from '../../../../tests/badges/holders.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { cookieOf } from '../../../../tests/signing-in.ts'
import { secondFactors } from '../../../../tests/two-factor/second-factors.ts'
import * as contract from '../contract.ts'
import { showBadgeOptions } from '../contract-options.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
beforeEach(() => later(7200))
const { withApp } = secondFactors(t, { now: () => now, later })
const { enter, start, setUp, add, codeFor, started, as } = badgeHolders(t)
const imports = importing(t)

type SetUp = Awaited<ReturnType<typeof setUp>>
const turn = ({ api }: SetUp, has_badges: boolean) => api.call(updateSettings, { body: { has_badges } })
const me = (portal: TestPortal, who: { id: number; session: string }) =>
  t.request(as(portal, who), { method: 'GET', url: '/api/v1/me' })

describe('a portal that takes no badges', () => {
  test('lets nobody in by badge, and as before once it takes them again (BDG-036, ERR-213, HIS-001)', async () => {
    const at = await setUp()
    const { portal, api } = at
    const offered = async () => (await t.as(portal).call(showBadgeOptions)).data.has_badges
    const isOn = async () => (await t.as(portal).call(showPortal)).data.setting.has_badges
    expect(await isOn()).toBe(true)
    const ana = await started(at)
    const waiting = await add(at)
    const { start_code: code } = await codeFor(at, waiting.id)
    expect([await offered(), (await me(portal, ana)).statusCode]).toEqual([true, 200])

    await turn(at, false)
    expect([await isOn(), await offered(), (await me(portal, ana)).statusCode]).toEqual([false, false, 401])
    expect(said(await enter(portal, ana.number))).toEqual([403, 'badges_not_taken'])
    // What is wrong is neither said nor counted.
    expect(said(await enter(portal, ana.number, '999990'))).toEqual([403, 'badges_not_taken'])
    expect(said(await start(portal, waiting.number, code))).toEqual([403, 'badges_not_taken'])
    const { data } = await api.call(contract.showBadge, { params: { id: ana.id } })
    expect(data).toMatchObject({ badge: { number: ana.number }, secret: { is_pin: true }, can_start: false })

    await turn(at, true)
    expect([await offered(), (await me(portal, ana)).statusCode]).toEqual([true, 200])
    expect((await enter(portal, ana.number)).statusCode).toBe(200)
    expect((await start(portal, waiting.number, code)).statusCode).toBe(200)
    const entries = (await api.call(listHistory, { query: { kind: 'settings' } })).data
    expect(entries.flatMap(({ changes }) => changes.map(({ label, from, to }) => [label, from, to]))).toEqual([
      ['Badges', 'No', 'Yes'],
      ['Badges', 'Yes', 'No'],
    ])
  })

  test('opens nothing to those who sign in at the same moment, nor after a second step (BDG-036, AUT-057)', async () => {
    const at = await setUp()
    const { portal } = at
    const people = [await started(at), await started(at), await started(at)]
    const mailed = await t.make.person('learner', { portal })
    const { key } = await withApp(mailed)
    await at.api.call(contract.issueBadge, { params: { id: mailed.id }, body: { badge_number: 'TWO' } })
    const { start_code: code } = await codeFor(at, mailed.id)
    const step = await start(portal, 'TWO', code)
    expect(said(step)).toEqual([403, 'second_step_required'])
    const [, ...answers] = await Promise.all([turn(at, false), ...people.map(({ number }) => enter(portal, number))])
    for (const [n, answer] of answers.entries()) {
      const session = cookieOf(answer, 'session')?.value ?? ''
      if (answer.statusCode !== 200) expect(said(answer)).toEqual([403, 'badges_not_taken'])
      else expect((await me(portal, { id: people[n]?.id ?? 0, session })).statusCode).toBe(401)
    }
    later(60)
    const headers = headersOf(t.config, portal)
    const second = await t.request(portal, {
      method: 'POST',
      url: '/api/v1/login/second-step',
      payload: { code: codeAt(key, now) },
      headers: { ...headers, cookie: `${headers.cookie}; second_step=${cookieOf(step, 'second_step')?.value}` },
    })
    expect(said(second)).toEqual([403, 'badges_not_taken'])
  })

  test('gives and prints no badge and no start code, and withdraws and finds those that are there (BDG-037, ERR-214)', async () => {
    const at = await setUp()
    const { portal, api, admin } = at
    const ana = await started(at)
    const ben = await t.make.person('learner', { portal })
    const before = (await api.call(listUsers, { query: {} })).data.length
    await turn(at, false)
    const off = { status: 422, code: 'badges_off' }
    const calls = [
      () => api.call(createUser, { body: { first_name: 'Cy', last_name: 'Cole', badge_number: 'new' } }),
      () => api.call(createUser, { body: { email: 'di@badges.example.com', badge_number: 'D-1' } as never }),
      () => api.call(contract.issueBadge, { params: { id: ben.id }, body: {} }),
      () => api.call(contract.giveStartCode, { params: { id: ana.id } }),
      () => api.call(contract.printBadges, { body: { user_ids: [ana.id], has_start_codes: true } }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(off)
    const course = await t.platform((tx) =>
      tx
        .insertInto('courses')
        .values({ portal_id: portal.id, slug: 'off', title: 'Off', publication_status: 2 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const new_people = [{ first_name: 'Ed', last_name: 'East', badge_number: 'new' }]
    const body = { course_id: course.id, role_id: 'learner' as const, user_ids: [ben.id], new_people }
    await expect(api.call(createEnrollments, { body } as never)).rejects.toMatchObject(off)

    const sheet = ['E-mail,Badge number,First name,Last name', `,${ana.number},,`, ',W-2,Flo,Fox'].join('\n')
    const { id } = await imports.check(admin, sheet)
    expect(await imports.report(admin, id)).toEqual([
      '2 | Unchanged | 0',
      '3 | Flo Fox | Refused | Badges are switched off in this portal. | 0',
    ])
    expect((await api.call(listUsers, { query: {} })).data).toHaveLength(before)
    expect((await api.call(listUsers, { query: { search: ana.number } })).data).toMatchObject([{ id: ana.id }])
    await api.call(contract.withdrawBadge, { params: { id: ana.id } })
    await turn(at, true)
    expect(said(await enter(portal, ana.number, PIN))).toEqual([422, 'badge_incorrect'])
  })

  test('takes a badge back that an import gave, and gives no former one again (BDG-003, BDG-037)', async () => {
    const at = await setUp()
    const { admin, api } = at
    const mailed = async (email: string, badge_number?: string) =>
      (await api.call(createUser, { body: { email, ...(badge_number && { badge_number }) } as never })).data.id
    const [ben, cy] = [await mailed('ben@off.example.com', 'B-1'), await mailed('cy@off.example.com')]
    const sheet = ['E-mail,Badge number', 'ben@off.example.com,B-2', 'cy@off.example.com,C-1'].join('\n')
    const { id } = await imports.check(admin, sheet)
    await imports.run(admin, id)
    const numberOf = async (who: number) =>
      (await api.call(contract.showBadge, { params: { id: who } })).data.badge?.number ?? null
    expect([await numberOf(ben), await numberOf(cy)]).toEqual(['B-2', 'C-1'])
    await turn(at, false)
    await imports.undo(admin, id)
    expect([await numberOf(ben), await numberOf(cy)]).toEqual(['B-2', null])
    expect((await imports.report(admin, id)).join()).toContain('Badges are switched off, so the badge number stays.')
  })
})
