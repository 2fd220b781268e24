import { beforeEach, expect, test } from 'vitest'
import { listActivity } from '#features/activity-logs/contract.ts'
import { codeAt } from '#features/two-factor/rules/totp.ts'
import { createUser, deleteUser, updateBlockStatus } from '#features/users/contract.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { headersOf, type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import {
  type BadgeAnswer as Answer,
  badgeHolders,
  PIN,
  type BadgePortal as SetUp,
  said,
} from '../../../../tests/badges/holders.ts'
import { cookieOf } from '../../../../tests/signing-in.ts'
import { schoolOf } from '../../../../tests/single-sign-on/school.ts'
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
const actionsOf = async ({ api }: SetUp) =>
  (await api.call(listActivity, { query: { per_page: 100 } })).data.map(({ action }) => action)
const mails = (portal: TestPortal) =>
  t.platform((tx) => tx.selectFrom('mails').select('to_email').where('portal_id', '=', portal.id).execute())

test('a person without an e-mail is added with a badge number, unique for good, and mails nobody (BDG-001, BDG-002, BDG-006, BDG-007, ERR-182)', async () => {
  const at = await setUp()
  const { api } = at
  const { id, number } = await add(at)
  await t.app.jobs.drain()
  expect(await mails(at.portal)).toEqual([])
  const shown = async (userId: number) => (await api.call(contract.showBadge, { params: { id: userId } })).data
  expect(await shown(id)).toMatchObject({
    badge: { number },
    secret: null,
    start_code_ends_at: null,
    former: [],
    can_change: true,
    can_start: true,
  })
  const adding = (body: object) => api.call(createUser, { body } as never)
  await expect(adding({ first_name: 'No', last_name: 'Body' })).rejects.toMatchObject({
    status: 422,
    errors: { email: ['This field is required.'] },
  })
  await expect(adding({ badge_number: 'new' })).rejects.toMatchObject({
    errors: { first_name: [expect.any(String)], last_name: [expect.any(String)] },
  })
  await expect(adding({ badge_number: '1', first_name: 'A', last_name: 'B' })).rejects.toMatchObject({
    errors: { badge_number: [expect.any(String)] },
  })
  const taken = { code: 'badge_number_taken', status: 422 }
  await expect(adding({ badge_number: number.toLowerCase(), first_name: 'B', last_name: 'B' })).rejects.toMatchObject(
    taken,
  )
  // A refused person leaves nothing behind.
  expect(
    await t.platform((tx) =>
      tx.selectFrom('portal_users').select('user_id').where('portal_id', '=', at.portal.id).execute(),
    ),
  ).toHaveLength(2)

  const drawn = await adding({ badge_number: 'new', first_name: 'Ben', last_name: 'Bond' })
  expect((await shown(drawn.data.id)).badge?.number).toMatch(/^[1-9]\d{5}$/)
  const issue = (userId: number, body: object) => api.call(contract.issueBadge, { params: { id: userId }, body })
  const replaced = await issue(id, { badge_number: 'W-NEW' })
  expect(replaced.data).toMatchObject({ badge: { number: 'W-NEW' }, former: [{ number }] })
  await expect(issue(drawn.data.id, { badge_number: number })).rejects.toMatchObject(taken)
  expect((await issue(id, { badge_number: number })).data.badge?.number).toBe(number)
  // Another portal has numbers of its own.
  const other = await setUp()
  expect((await add(other, { badge_number: number })).id).toBeGreaterThan(0)
  expect(await actionsOf(at)).toEqual(expect.arrayContaining(['badge.give', 'badge.replace']))
})

test('a start code works once and for 14 days, sets a PIN by role, and signs in at this portal alone (BDG-012, BDG-014, BDG-015, BDG-016, BDG-017, ERR-183, ERR-184, ERR-185, ERR-186, ERR-187)', async () => {
  const at = await setUp()
  const { portal } = at
  const { id, number } = await add(at)
  const first = await codeFor(at, id)
  const { start_code: code, address: link } = await codeFor(at, id)
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect(said(await enter(portal, number))).toEqual([422, 'badge_incorrect'])
  expect(said(await start(portal, number, first.start_code))).toEqual([422, 'start_code_incorrect'])
  expect(said(await start(portal, 'W-0000', code))).toEqual([422, 'start_code_incorrect'])
  for (const [secret, refusal] of [
    ['111111', 'pin_easy'],
    ['80421', 'password_weak'],
  ] as const)
    expect(said(await start(portal, number, code, secret))).toEqual([422, refusal])

  const [scanned = ''] = new URL(link).hash.slice(1).split('.')
  const answer = await start(portal, scanned, code.toLowerCase())
  expect(answer.json().data).toMatchObject({ id, email: null, current_role: 'learner', landing_path: '/courses' })
  expect(said(await start(portal, number, code))).toEqual([422, 'start_code_incorrect'])
  for (const badge of [number, number.toLowerCase(), scanned]) expect((await enter(portal, badge)).statusCode).toBe(200)
  const wrong = await enter(portal, number, '804218')
  const unknown = await enter(portal, 'W-0000', PIN)
  expect([wrong.statusCode, wrong.json()]).toEqual([422, unknown.json()])
  expect(said(await enter((await setUp()).portal, scanned))).toEqual([422, 'badge_incorrect'])
  expect((await at.api.call(contract.showBadge, { params: { id } })).data).toMatchObject({
    secret: { is_pin: true, locked_until: null, known_locked_until: null },
    start_code_ends_at: null,
  })

  // Somebody who looks after others needs a password, also when the role comes later.
  await t.make.role(id, portal, 'manager')
  expect(said(await enter(portal, number))).toEqual([422, 'pin_not_enough'])
  const again = (await codeFor(at, id)).start_code
  expect(said(await start(portal, number, again))).toEqual([422, 'pin_not_enough'])
  later(15 * 86_400)
  expect(said(await start(portal, number, again, 'Harbor-crew-17!'))).toEqual([422, 'start_code_expired'])
  const fresh = (await codeFor(at, id)).start_code
  expect((await start(portal, number, fresh, 'Harbor-crew-17!')).statusCode).toBe(200)
  expect((await enter(portal, number, 'Harbor-crew-17!')).statusCode).toBe(200)
  expect(await actionsOf(at)).toEqual(expect.arrayContaining(['badge.start-code', 'badge.start', 'session.failed']))
})

test('a new start code and a withdrawal end PIN and sessions; a replaced badge keeps the PIN and its QR opens nothing (BDG-006, BDG-008, BDG-012)', async () => {
  const at = await setUp()
  const { portal, api } = at
  const person = await started(at)
  const me = (who: { id: number; session: string }) => t.request(as(portal, who), { method: 'GET', url: '/api/v1/me' })
  const scanned = new URL(person.link).hash.slice(1).split('.')[0] ?? ''
  expect((await me(person)).statusCode).toBe(200)
  await api.call(contract.issueBadge, { params: { id: person.id }, body: {} })
  expect((await me(person)).statusCode).toBe(200)
  expect(said(await enter(portal, scanned))).toEqual([422, 'badge_incorrect'])
  const inside = await enter(portal, person.number)
  expect(inside.statusCode).toBe(200)
  const session = { id: person.id, session: cookieOf(inside, 'session')?.value ?? '' }
  const { start_code: code } = await codeFor(at, person.id)
  expect((await me(session)).statusCode).toBe(401)
  expect(said(await enter(portal, person.number))).toEqual([422, 'badge_incorrect'])
  const back = await start(portal, person.number, code, '351926')
  const last = { id: person.id, session: cookieOf(back, 'session')?.value ?? '' }
  expect((await me(last)).statusCode).toBe(200)
  await api.call(contract.withdrawBadge, { params: { id: person.id } })
  expect((await me(last)).statusCode).toBe(401)
  expect(said(await enter(portal, person.number, '351926'))).toEqual([422, 'badge_incorrect'])
  await expect(codeFor(at, person.id)).rejects.toMatchObject({ status: 404 })

  // Blocked, and gone.
  const second = await started(at)
  await api.call(updateBlockStatus, { params: { id: second.id }, body: { is_blocked: true } })
  expect(said(await enter(portal, second.number))).toEqual([403, 'account_blocked'])
  await api.call(updateBlockStatus, { params: { id: second.id }, body: { is_blocked: false } })
  expect((await enter(portal, second.number)).statusCode).toBe(200)
  await api.call(deleteUser, { params: { id: second.id } })
  expect(said(await enter(portal, second.number))).toEqual([422, 'badge_incorrect'])
  const gone = await t.platform((tx) =>
    tx.selectFrom('users').select(['email', 'password_hash']).where('id', '=', second.id).executeTakeFirst(),
  )
  expect(gone).toEqual({ email: null, password_hash: null })
})

test('managers give start codes to own learners without an e-mail alone, and nobody to themselves (BDG-009, BDG-013)', async () => {
  const at = await setUp()
  const { portal, api } = at
  const manager = await t.make.person('manager', { portal })
  const mine = await add(at)
  const other = await add(at)
  const mailed = await t.make.person('learner', { portal })
  const led = await add(at)
  await t.make.role(led.id, portal, 'instructor')
  const course = await t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: 'badges', title: 'Badges', publication_status: 2 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  for (const user_id of [mine.id, mailed.id, led.id])
    await t.platform((tx) =>
      tx
        .insertInto('enrollments')
        .values({
          portal_id: portal.id,
          course_id: course.id,
          user_id,
          role: 'learner',
          manager_id: manager.id,
          access: 'active',
          starts_at: now,
          expires_at: new Date('2099-01-01T00:00:00Z'),
        } as never)
        .execute(),
    )
  const give = (who: TestPerson, id: number) =>
    t.request(who, { method: 'POST', url: `/api/v1/users/${id}/badge/start-code`, payload: {} })
  await api.call(contract.issueBadge, { params: { id: mailed.id }, body: {} })
  expect((await give(manager, mine.id)).statusCode).toBe(200)
  expect((await give(manager, other.id)).statusCode).toBe(404)
  expect((await give(manager, mailed.id)).statusCode).toBe(403)
  expect((await give(manager, led.id)).statusCode).toBe(403)
  expect((await give(at.admin, mailed.id)).statusCode).toBe(200)
  expect((await give(at.admin, at.admin.id)).statusCode).toBe(403)
  await t.make.role(mailed.id, await t.make.portal(), 'learner')
  expect((await give(at.admin, mailed.id)).statusCode).toBe(403)
  const asManager = t.as(manager)
  expect((await asManager.call(contract.showBadge, { params: { id: mine.id } })).data).toMatchObject({
    can_change: false,
    can_start: true,
  })
  await expect(asManager.call(contract.issueBadge, { params: { id: mine.id }, body: {} })).rejects.toMatchObject({
    status: 403,
  })
})

test('a sheet has ten badges a page and slips with start codes for those without a PIN (BDG-010, BDG-011)', async () => {
  const at = await setUp()
  const { api } = at
  const ready = await started(at, { first_name: 'Rea', last_name: 'Ready' })
  const people = [ready, await add(at, { first_name: 'Cy', last_name: 'Cole' })]
  const mailed = await t.make.person('learner', { portal: at.portal, first_name: 'Mia', last_name: 'Mailed' })
  const print = (user_ids: number[], has_start_codes: boolean) =>
    api.call(contract.printBadges, { body: { user_ids, has_start_codes } })
  const ids = [...people.map(({ id }) => id), mailed.id]
  const { data } = await print(ids, true)
  expect(data).toMatchObject({ badges: 3, start_codes: 2, left_out: [] })
  const pdf = Buffer.from(data.pdf, 'base64')
  const text = await readPdfText(pdf)
  for (const part of ['Rea Ready', 'Cy Cole', 'Mia Mailed', ...people.map(({ number }) => number), 'Start code'])
    expect(text).toContain(part)
  const { links } = readPdf(pdf)
  expect(links).toHaveLength(5)
  expect(links.filter((link) => /\/badge#[0-9a-z]{20}$/.test(link))).toHaveLength(3)
  const slips = links.filter((link) => /\/badge#[0-9a-z]{20}\.[2-9A-Z]{8}$/.test(link))
  expect(slips).toHaveLength(2)
  // What a slip says opens the badge; the PIN of others stays.
  const numberOf = (link: string) => new URL(link).hash.slice(1).split('.') as [string, string]
  const [badge, code] = numberOf(slips[0] ?? '')
  expect((await start(at.portal, badge, code)).statusCode).toBe(200)
  expect((await enter(at.portal, ready.number)).statusCode).toBe(200)
  expect((await print(ids, false)).data).toMatchObject({ badges: 3, start_codes: 0 })
})

test('a session by badge changes the own PIN, and nothing that counts in other portals (BDG-012, BDG-020, BDG-021, ERR-189)', async () => {
  const at = await setUp()
  const { portal } = at
  const mailed = await t.make.person('learner', { portal })
  await at.api.call(contract.issueBadge, { params: { id: mailed.id }, body: { badge_number: 'MAILED' } })
  const { start_code: code } = await codeFor(at, mailed.id)
  // A first start code ends nothing that began with the e-mail.
  expect((await t.request(mailed, { method: 'GET', url: '/api/v1/me' })).statusCode).toBe(200)
  const answer = await start(portal, 'MAILED', code)
  const who = as(portal, { id: mailed.id, session: cookieOf(answer, 'session')?.value ?? '' })
  const call = (method: 'PUT' | 'POST', url: string, payload: object) =>
    t.request(who, { method, url: `/api/v1${url}`, payload })
  expect(said(await call('PUT', `/users/${mailed.id}`, { email: 'thief@example.com' }))).toEqual([403, 'badge_session'])
  expect(said(await call('POST', '/two-factor/app', { proof: PIN }))).toEqual([403, 'badge_session'])
  expect(
    said(await call('POST', '/api-tokens', { name: 'x', expires_at: new Date(now.getTime() + 86_400_000) })),
  ).toEqual([403, 'badge_session'])
  const change = (old_secret: string, secret: string) =>
    call('PUT', '/badge/secret', { old_secret, secret, secret_confirmation: secret })
  expect(said(await change('999990', '351926'))).toEqual([422, 'badge_incorrect'])
  expect(said(await change(PIN, '123456'))).toEqual([422, 'pin_easy'])
  expect((await change(PIN, '351926')).statusCode).toBe(204)
  expect((await enter(portal, 'MAILED')).statusCode).toBe(422)
  expect((await enter(portal, 'MAILED', '351926')).statusCode).toBe(200)
})

test('somebody with two-factor takes the second step after the PIN, and the session is one by badge (BDG-019, BDG-021, AUT-057)', async () => {
  const at = await setUp()
  const { portal } = at
  const mailed = await t.make.person('learner', { portal })
  const { key } = await withApp(mailed)
  await at.api.call(contract.issueBadge, { params: { id: mailed.id }, body: { badge_number: 'TWO' } })
  const { start_code: code } = await codeFor(at, mailed.id)
  const step = async (waiting: Answer) => {
    expect(said(waiting)).toEqual([403, 'second_step_required'])
    expect(cookieOf(waiting, 'session')).toBeUndefined()
    const headers = headersOf(t.config, portal)
    const cookie = `${headers.cookie}; second_step=${cookieOf(waiting, 'second_step')?.value}`
    later(60)
    return t.request(portal, {
      method: 'POST',
      url: '/api/v1/login/second-step',
      payload: { code: codeAt(key, now) },
      headers: { ...headers, cookie },
    })
  }
  expect((await step(await start(portal, 'TWO', code))).statusCode).toBe(200)
  const entered = await step(await enter(portal, 'TWO'))
  const who = as(portal, { id: mailed.id, session: cookieOf(entered, 'session')?.value ?? '' })
  const change = { method: 'PUT', url: `/api/v1/users/${mailed.id}`, payload: { email: 'thief@example.com' } } as const
  expect(said(await t.request(who, change))).toEqual([403, 'badge_session'])
  // A PIN opens no other portal, whose badge of the same number is somebody else's.
  const other = await setUp()
  await other.api.call(createUser, { body: { first_name: 'Oto', last_name: 'Other', badge_number: 'TWO' } })
  expect(said(await enter(other.portal, 'TWO'))).toEqual([422, 'badge_incorrect'])
})

test('where the portal takes no passwords, people without an e-mail enter by badge, and others at their provider (BDG-019)', async () => {
  const { admin, portal, inside, works, set } = await schoolOf(t)()
  const at = { admin, portal, api: t.as(admin) }
  const { number } = await started(at)
  await at.api.call(contract.issueBadge, { params: { id: inside.id }, body: { badge_number: 'INSIDE' } })
  const { start_code: code } = await codeFor(at, inside.id)
  expect((await start(portal, 'INSIDE', code)).statusCode).toBe(200)
  await works()
  await set('off')
  expect((await enter(portal, number)).statusCode).toBe(200)
  expect(said(await enter(portal, 'INSIDE'))).toEqual([403, 'password_sign_in_off'])
  // The sign-in page offers badges where there are some.
  const offered = async (where: TestPortal) => (await t.as(where).call(showBadgeOptions)).data.has_badges
  expect([await offered(portal), await offered(await t.make.portal())]).toEqual([true, false])
})
