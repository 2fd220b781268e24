import { expect, test } from 'vitest'
import { listUsers, showUser, updateUser } from '#features/accounts/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { showMe, verifyToken } from '#features/sessions/contract.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { MISSING, peopleOf } from '../../../../tests/people.ts'
import { PASSWORD, signingIn } from '../../../../tests/signing-in.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { setUp, rolesOf, userOf, profileOf, course, enroll } = peopleOf(t)
const { withPassword, post, signIn, linksTo } = signingIn(t)

const KNOWN_ELSEWHERE = {
  first_name: 'Kim',
  middle_name: 'Q.',
  last_name: 'Known',
  username: 'kim-known',
  direct_number: '+12125550147',
  city: 'Boston',
  state: 'MA',
  zip_code: '02108',
  billing_address: '1 Beacon Street',
  billing_city: 'Boston',
  billing_state: 'MA',
  billing_zip_code: '02108',
  shipping_address: '2 Harbor Road',
  shipping_city: 'Salem',
  shipping_state: 'MA',
  shipping_zip_code: '01970',
  avatar: '/api/v1/media/kim',
}
const add = (who: TestPerson, body: object) => t.as(who).call(contract.createUser, { body: body as never })
const remove = (who: TestPerson, id: number) => t.as(who).call(contract.deleteUser, { params: { id } })
const mailsTo = (email: string) =>
  t.platform(async (tx) => {
    const rows = await tx.selectFrom('mails').select('template').where('to_email', '=', email).orderBy('id').execute()
    return rows.map(({ template }) => template)
  })
const verify = (id: number) =>
  t.platform((tx) => tx.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute())
/** A session of the same person in another portal. */
const at = async (person: TestPerson, portal: TestPortal, role = person.role): Promise<TestPerson> => ({
  ...person,
  portal,
  token: await t.make.session(person.id, portal, role),
})

test('a portal that adds a person by e-mail sees nothing of another portal, and its changes stay its own (USR-045)', async () => {
  const { actor, portal } = await setUp()
  const known = await t.make.person('learner', KNOWN_ELSEWHERE)
  await verify(known.id)
  const before = await profileOf(known.id, known.portal)

  const answer = await t.request(actor, {
    method: 'POST',
    url: '/api/v1/users',
    payload: { email: known.email, first_name: 'Kimberly' },
  })
  const { id, email, created_at, membership, ...shown } = answer.json().data
  expect([id, email]).toEqual([known.id, known.email])
  const values = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
  expect(values).toEqual({ first_name: 'Kimberly', display_name: 'Kimberly' })
  expect(new Date(created_at).getTime()).toBe(new Date(membership.joined_at).getTime())
  // An unknown e-mail gets the same form of answer.
  const fresh = await add(actor, { email: 'fresh@example.com', first_name: 'Fresh' })
  expect(Object.keys(fresh.data).toSorted()).toEqual(Object.keys(answer.json().data).toSorted())
  expect(await mailsTo(known.email)).toEqual(['joined-portal'])

  const address = { billing_address: '9 Elsewhere Lane', billing_city: 'Reno', billing_state: 'NV' }
  await t.as(actor).call(updateUser, {
    params: { id: known.id },
    body: { first_name: 'Changed', last_name: 'Name', username: 'changed', direct_number: '+13125550100', ...address },
  })
  await t.as(actor).call(contract.updateBlockStatus, { params: { id: known.id }, body: { is_blocked: true } })
  expect(await profileOf(known.id, known.portal)).toEqual(before)
  expect((await t.as(known).call(showMe)).data).toMatchObject({ first_name: 'Kim', username: 'kim-known' })
  await t.as(actor).call(contract.updateBlockStatus, { params: { id: known.id }, body: { is_blocked: false } })

  // The person changes each profile in its portal, and reads there what the portal reads.
  const there = await at(known, portal)
  expect((await t.as(there).call(showUser, { params: { id: known.id } })).data).toMatchObject({
    first_name: 'Changed',
    billing_address: '9 Elsewhere Lane',
    shipping_address: null,
    avatar: null,
  })
  await t.as(there).call(updateUser, { params: { id: known.id }, body: { city: 'Reno' } })
  await remove(actor, known.id)
  expect(await profileOf(known.id, known.portal)).toEqual(before)
  expect((await t.as(known).call(showMe)).data).toMatchObject({ city: 'Boston', first_name: 'Kim' })
})

test('a person enrolled by e-mail joins without a name, and is notified once (USR-045, USR-019)', async () => {
  const { actor, portal } = await setUp()
  const known = await t.make.person('learner', KNOWN_ELSEWHERE)
  await verify(known.id)
  const body = { course_id: await course(portal), role_id: 'instructor', emails: [known.email], user_ids: [] } as const
  await t.as(actor).call(createEnrollments, { body: body as never })
  await add(actor, { email: known.email }).catch(() => {})
  expect((await mailsTo(known.email)).filter((template) => template === 'joined-portal')).toHaveLength(1)
  const { data } = await t.as(actor).call(listUsers, { query: { search: known.email } })
  expect(data).toMatchObject([{ id: known.id, display_name: known.email, username: null, avatar: null }])
  // Nor are they found by a name that only another portal knows.
  expect((await t.as(actor).call(listUsers, { query: { search: 'Known' } })).data).toEqual([])
})

test('a former member’s name stays on what they did, and the portal does not learn a later e-mail (USR-011, USR-045)', async () => {
  const { actor, portal } = await setUp()
  const known = await t.make.person('learner', { portal, ...KNOWN_ELSEWHERE })
  const elsewhere = await t.make.portal()
  await t.make.role(known.id, elsewhere, 'learner')
  const id = await course(portal)
  await enroll(portal, id, known.id)
  await remove(actor, known.id)
  await t.platform((tx) =>
    tx.updateTable('users').set({ email: 'later@example.com' }).where('id', '=', known.id).execute(),
  )
  expect(await profileOf(known.id, portal)).toMatchObject({
    first_name: 'Kim',
    last_name: 'Known',
    former_email: known.email,
    direct_number: null,
    billing_address: null,
    shipping_address: null,
    username: null,
  })
  const seen = await t.app.db.withPortal(portal.id, (tx) =>
    tx.selectFrom('people').select(['email', 'last_name']).where('id', '=', known.id).executeTakeFirst(),
  )
  expect(seen).toEqual({ email: known.email, last_name: 'Known' })
  expect((await t.as(actor).call(showUser, { params: { id: known.id } })).data).toMatchObject({
    display_name: 'Kim Q. Known',
    email: known.email,
    membership: { left_at: expect.any(String), can_change: false },
  })
  // A returning person is recognized by name, with their current e-mail.
  const { data } = await add(actor, { email: 'later@example.com' })
  expect(data).toMatchObject({ display_name: 'Kim Q. Known', email: 'later@example.com', direct_number: null })
})

test('a password set by a portal stops working once the account belongs to another portal too (USR-046, USR-039)', async () => {
  const { actor, portal } = await setUp()
  const email = 'victim@example.com'
  const { data: victim } = await add(actor, { email })
  const set = () =>
    t.as(actor).call(contract.setUserPassword, {
      params: { id: victim.id },
      body: { password: PASSWORD, password_confirmation: PASSWORD },
    })
  await set()
  const person = { id: victim.id, email, portal, role: 'learner', token: '' } as const
  expect((await signIn(person)).statusCode).toBe(200)
  // Nor does it admit anyone to a shop as that person.
  const shop = await t.make.portal({ is_marketable: true })
  const refused = await post(shop, '/login', { email, password: PASSWORD, purpose: 'checkout' })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_your_portal'])
  expect(await rolesOf(victim.id, shop)).toEqual([])

  const other = await setUp()
  await add(other.actor, { email })
  expect((await mailsTo(email)).at(-1)).toBe('new-account')
  for (const at of [portal, other.portal]) expect((await signIn({ ...person, portal: at })).statusCode).toBe(422)
  await expect(set()).rejects.toMatchObject({ code: 'not_enough_permissions' })
  // The mailed link returns the account to the person, who may then join with it.
  const [link] = await linksTo(email)
  const next = { email, token: link, password: 'Own-horse-2!', password_confirmation: 'Own-horse-2!' }
  expect((await post(other.portal, '/reset-password', next)).statusCode).toBe(200)
  const joined = await post(shop, '/login', { email, password: 'Own-horse-2!', purpose: 'checkout' })
  expect(joined.statusCode).toBe(200)
  expect(joined.json().data).toMatchObject({ id: victim.id, first_name: null, direct_number: null })
})

test('belonging to another portal, even without a role, protects password and e-mail from this one (USR-039)', async () => {
  const { actor, learner } = await setUp()
  const elsewhere = await t.make.portal()
  await t.platform((tx) =>
    tx.insertInto('portal_users').values({ portal_id: elsewhere.id, user_id: learner.id }).execute(),
  )
  const refused = { code: 'not_enough_permissions' }
  const body = { password: PASSWORD, password_confirmation: PASSWORD }
  const params = { id: learner.id }
  await expect(t.as(actor).call(contract.setUserPassword, { params, body })).rejects.toMatchObject(refused)
  const change = t.as(actor).call(updateUser, { params, body: { email: 'mine@example.com' } })
  await expect(change).rejects.toMatchObject(refused)
})

test('an e-mail change started by a portal ends when the account joins another one (USR-046, AUT-051)', async () => {
  const { actor, portal, learner } = await setUp()
  await t.as(actor).call(updateUser, { params: { id: learner.id }, body: { email: 'mine@example.com' } })
  const [token] = await linksTo('mine@example.com')
  const other = await setUp()
  await add(other.actor, { email: learner.email })
  const opened = t.as(portal).call(verifyToken, { body: { token, type: 'change-email' } as never })
  await expect(opened).rejects.toMatchObject({ code: 'token_invalid' })
  expect((await userOf(learner.id)).email).toBe(learner.email)
})

test('a super admin who signs in to a portal is shown there by name but is not one of its people (USR-045)', async () => {
  const root = await withPassword('super_admin')
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ first_name: 'Sally' }).where('user_id', '=', root.id).execute(),
  )
  const { actor, portal } = await setUp()
  const session = await signIn({ ...root, portal })
  expect(session.statusCode).toBe(200)
  expect(session.json().data.first_name).toBe('Sally')
  const { data } = await t.as(actor).call(listUsers)
  expect(data.map(({ id }) => id)).not.toContain(root.id)
  expect((await t.as(actor).call(listUsers, { query: { status: 'left' } })).data).toEqual([])
  await expect(t.as(actor).call(showUser, { params: { id: root.id } })).rejects.toMatchObject(MISSING)
  expect(await profileOf(root.id, portal)).toMatchObject({ first_name: 'Sally', left_at: expect.any(Date) })
})
