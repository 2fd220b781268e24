import { expect, test } from 'vitest'
import { exportUsers, listUsers, updateUser } from '#features/accounts/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { PARTS } from '#features/personal-data/server/parts.ts'
import { createUser, setUserPassword } from '#features/users/contract.ts'
import { urlOf } from '#kernel/client.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { patch, provisioning } from '../../../../tests/scim/provider.ts'
import { importing } from '../../../../tests/sheets/importing.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { cookieOf, signingIn } from '../../../../tests/signing-in.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { linksTo, post } = signingIn(t)
const { school } = enrolling(t)
const imports = importing(t)
const scim = provisioning(t)
const shop = shopOf(t)
const PIN = '804217'

const setUp = async () => {
  const admin = await t.make.person('portal_admin')
  return { admin, portal: admin.portal, api: t.as(admin) }
}

/** Somebody without an e-mail who is signed in by badge. */
const worker = async ({ api, portal }: Awaited<ReturnType<typeof setUp>>, number: string): Promise<TestPerson> => {
  const { id } = (await api.call(createUser, { body: { first_name: 'Ana', last_name: 'Ames', badge_number: number } }))
    .data
  const { start_code } = (await api.call(contract.giveStartCode, { params: { id } })).data
  const payload = { badge: number, start_code, secret: PIN, secret_confirmation: PIN }
  const answer = await post(portal, '/badge/start', payload)
  return { id, email: '', portal, role: 'learner', token: cookieOf(answer, 'session')?.value ?? '' }
}

test('people without an e-mail are listed, found and exported by name and badge number; no address is made up (BDG-025)', async () => {
  const at = await setUp()
  const ana = await worker(at, 'W-4711')
  const listed = await at.api.call(listUsers, { query: { sort: '-email' } })
  expect(listed.data.find(({ id }) => id === ana.id)).toMatchObject({
    email: null,
    badge_number: 'W-4711',
    display_name: 'Ana Ames',
  })
  for (const search of ['w-4711', 'ames', '4711'])
    expect((await at.api.call(listUsers, { query: { search } })).data.map(({ id }) => id)).toEqual([ana.id])
  // Paging by e-mail passes those without one.
  const first = await at.api.call(listUsers, { query: { sort: 'email', per_page: 1 } })
  const second = await at.api.call(listUsers, {
    query: { sort: 'email', per_page: 1, cursor: first.meta.next_cursor ?? '' },
  })
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([ana.id, at.admin.id])
  const file = await t.request(at.admin, { method: 'GET', url: `/api/v1${urlOf(exportUsers, { query: {} })}` })
  expect(file.body).toMatch(/Ana Ames,,W-4711,/)
  expect(file.body).not.toContain('invalid')
  // A number that was withdrawn finds nobody any more.
  await at.api.call(contract.withdrawBadge, { params: { id: ana.id } })
  expect((await at.api.call(listUsers, { query: { search: 'w-4711' } })).data).toEqual([])
})

test('of several who give one number at once, one has it, and the others hear that it is in use (BDG-002)', async () => {
  const { api } = await setUp()
  const add = (first_name: string) =>
    api.call(createUser, { body: { first_name, last_name: 'Ames', badge_number: 'W-1' } }).then(
      () => 'added',
      (error: { code: string }) => error.code,
    )
  const answers = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map(add))
  expect(answers.toSorted()).toEqual(['added', ...Array.from({ length: 3 }, () => 'badge_number_taken')])
})

test('of two who use one start code at once, one sets the PIN (BDG-014)', async () => {
  const { api, portal } = await setUp()
  const body = { first_name: 'Ana', last_name: 'Ames', badge_number: 'W-1' }
  const { id } = (await api.call(createUser, { body })).data
  const { start_code } = (await api.call(contract.giveStartCode, { params: { id } })).data
  const start = (secret: string) =>
    post(portal, '/badge/start', { badge: 'W-1', start_code, secret, secret_confirmation: secret })
  const answers = await Promise.all([start(PIN), start('918273')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  expect(answers.find(({ statusCode }) => statusCode === 422)?.json().code).toBe('start_code_incorrect')
})

test('new people without an e-mail are enrolled, notified in the program alone, and a taken number enrolls nobody (BDG-004, BDG-024)', async () => {
  const { portal, admin, course_id } = await school(10)
  const at = { portal, api: t.as(admin) }
  const enroll = (new_people: object[]) => at.api.call(createEnrollments, { body: { course_id, new_people } as never })
  const { data } = await enroll([
    { first_name: 'Ben', last_name: 'Bond', badge_number: 'w-1' },
    { first_name: 'Cy', last_name: 'Cole', badge_number: 'new' },
  ])
  expect(data.enrolled).toHaveLength(2)
  await t.app.jobs.drain()
  const mails = await t.platform((tx) =>
    tx.selectFrom('mails').select('to_email').where('portal_id', '=', at.portal.id).execute(),
  )
  expect(mails).toEqual([])
  const ben = data.enrolled[0]?.user_id ?? 0
  const who: TestPerson = {
    id: ben,
    email: '',
    portal: at.portal,
    role: 'learner',
    token: await t.make.session(ben, at.portal, 'learner'),
  }
  expect((await t.as(who).call(listNotifications)).data).toMatchObject([{ kind: 'enrolled' }])
  const people = () =>
    t.platform((tx) => tx.selectFrom('portal_users').select('user_id').where('portal_id', '=', at.portal.id).execute())
  const before = await people()
  await expect(
    enroll([
      { first_name: 'Di', last_name: 'Dorn', badge_number: 'W-2' },
      { first_name: 'Ed', last_name: 'East', badge_number: 'W-1' },
    ]),
  ).rejects.toMatchObject({ status: 422, code: 'badge_number_taken' })
  await expect(
    enroll([
      { first_name: 'Di', last_name: 'Dorn', badge_number: 'W-2' },
      { first_name: 'Ed', last_name: 'East', badge_number: 'W-2' },
    ]),
  ).rejects.toMatchObject({ code: 'badge_number_taken' })
  expect(await people()).toEqual(before)
})

test('an e-mail that is added counts once its link is opened; the badge keeps working, and the name stays (BDG-024, BDG-028, BDG-029)', async () => {
  const at = await setUp()
  const ana = await worker(at, 'W-9')
  const change = (body: object) => t.as(ana).call(updateUser, { params: { id: ana.id }, body })
  await expect(change({ last_name: null })).rejects.toMatchObject({ errors: { last_name: [expect.any(String)] } })
  expect((await change({ email: 'ana.ames@example.com' })).data).toMatchObject({
    email: null,
    pending_email: 'ana.ames@example.com',
  })
  const [token] = await linksTo('ana.ames@example.com')
  const sent = await t.platform((tx) =>
    tx.selectFrom('mails').select('to_email').where('portal_id', '=', at.portal.id).execute(),
  )
  expect(sent).toEqual([{ to_email: 'ana.ames@example.com' }])
  expect((await post(at.portal, '/token/verify', { token, type: 'change-email' })).statusCode).toBe(200)
  const me = (await t.request(ana, { method: 'GET', url: '/api/v1/me' })).json().data
  expect(me).toMatchObject({ email: 'ana.ames@example.com', email_verified_at: expect.any(String) })
  expect((await post(at.portal, '/badge/sign-in', { badge: 'W-9', secret: PIN })).statusCode).toBe(200)

  const ben = await worker(at, 'W-10')
  await expect(
    at.api.call(setUserPassword, {
      params: { id: ben.id },
      body: { password: 'Harbor-crew-17!', password_confirmation: 'Harbor-crew-17!' },
    }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    t.as(ben).call(updateUser, { params: { id: ben.id }, body: { email: 'ana.ames@example.com' } }),
  ).rejects.toMatchObject({ errors: { email: ['This email is already in use.'] } })
})

test('the import adds and finds people by badge number, refuses the badge of another, and its undo takes badges back (BDG-003)', async () => {
  const at = await setUp()
  const { admin, portal } = at
  const known = await t.make.person('learner', { portal, email: 'known@badges.example.com', first_name: 'Kim' })
  const ana = await worker(at, 'W-1')
  const sheet = [
    'E-mail,Badge number,First name,Last name',
    ',w-1,,',
    ',W-2,Ben,Bond',
    ',W-3,Cy,',
    'known@badges.example.com,W-4,,',
    'other@badges.example.com,W-1,Di,Dorn',
    'both@badges.example.com,W-5,Ed,East',
    ',W-5,,',
    ',,Flo,Fox',
  ].join('\n')
  const { id } = await imports.check(admin, sheet)
  expect(await imports.report(admin, id)).toEqual([
    '2 | Unchanged | 0',
    '3 | Ben Bond | New person | 0',
    '4 | Cy | Refused | A person without an e-mail needs a first and a last name. | 0',
    '5 | known@badges.example.com | Changed | 0',
    '6 | other@badges.example.com | Di Dorn | Refused | The badge number W-1 belongs to another person. | 0',
    '7 | both@badges.example.com | Ed East | New person | 0',
    '8 | Twice in the sheet | See row 7. | 0',
    '9 | Flo Fox | Refused | The e-mail or the badge number is missing. | 0',
  ])
  await imports.run(admin, id)
  const numbers = async () =>
    Object.fromEntries(
      (await at.api.call(listUsers, { query: { per_page: 100 } })).data.map(({ display_name: name, badge_number }) => [
        name,
        badge_number,
      ]),
    )
  expect(await numbers()).toMatchObject({ 'Ana Ames': 'W-1', 'Ben Bond': 'W-2', 'Ed East': 'W-5' })
  expect((await at.api.call(contract.showBadge, { params: { id: known.id } })).data.badge?.number).toBe('W-4')
  await imports.undo(admin, id)
  const after = await numbers()
  expect(after).toMatchObject({ 'Ana Ames': 'W-1' })
  expect(after).not.toHaveProperty('Ben Bond')
  expect((await at.api.call(contract.showBadge, { params: { id: known.id } })).data.badge).toBeNull()
  expect((await at.api.call(contract.showBadge, { params: { id: ana.id } })).data.badge?.number).toBe('W-1')
})

test('SCIM names somebody without an e-mail by the badge number, and a sent e-mail has to be proved (BDG-026)', async () => {
  const { admin, portal, call } = await scim.connected()
  const api = t.as(admin)
  const ana = await worker({ admin, portal, api }, 'W-77')
  const list = await call('GET', `/Users?filter=${encodeURIComponent('userName eq "w-77"')}`)
  expect(list.body).toMatchObject({ totalResults: 1, Resources: [{ id: String(ana.id), userName: 'W-77' }] })
  expect((list.body.Resources as object[])[0]).not.toHaveProperty('emails')
  const changed = await call('PATCH', `/Users/${ana.id}`, patch({ op: 'replace', path: 'title', value: 'Welder' }))
  expect(changed.status).toBe(200)
  const emails = [{ value: 'ana77@badges.example.com', type: 'work', primary: true }]
  expect((await call('PATCH', `/Users/${ana.id}`, patch({ op: 'add', path: 'emails', value: emails }))).status).toBe(
    200,
  )
  expect(await linksTo('ana77@badges.example.com')).toHaveLength(1)
  const row = await t.platform((tx) =>
    tx.selectFrom('users').select('email').where('id', '=', ana.id).executeTakeFirst(),
  )
  expect(row).toEqual({ email: null })
})

test('a buyer without an e-mail names one for the receipt, and the account stays without (BDG-027)', async () => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const ana = await worker({ admin, portal, api: t.as(admin) }, 'W-88')
  const course = await shop.course(portal)
  const items = [{ id: course.id, quantity: 1 }]
  await expect(shop.checkOut(ana, 'course', items)).rejects.toMatchObject({
    status: 422,
    errors: { email: [expect.any(String)] },
  })
  const { id } = await shop.checkOut(ana, 'course', items, { email: 'receipt@badges.example.com' })
  expect(await shop.order(id)).toMatchObject({ user_id: ana.id, email: 'receipt@badges.example.com' })
  const me = (await t.request(ana, { method: 'GET', url: '/api/v1/me' })).json().data
  expect(me.email).toBeNull()
})

test('a required second factor is set up with the PIN as proof, and the personal data has the badge without its code (BDG-023, BDG-031)', async () => {
  const at = await setUp()
  const ana = await worker(at, 'W-99')
  const call = (proof: string) => t.request(ana, { method: 'POST', url: '/api/v1/two-factor/app', payload: { proof } })
  expect((await call('999990')).json().code).toBe('proof_incorrect')
  expect((await call(PIN)).statusCode).toBe(200)
  const part = await t.platform(async (tx) => PARTS['badges.json']?.(tx, { portal_id: at.portal.id, user_id: ana.id }))
  expect(part).toEqual([
    { number: 'W-99', issued_at: expect.any(Date), withdrawn_at: null, pin_or_password_set_at: expect.any(Date) },
  ])
})
