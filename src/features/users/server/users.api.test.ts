import { describe, expect, test } from 'vitest'
import { showUser, updateUser } from '#features/accounts/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { setUp, rolesOf, profileOf, course, enroll } = peopleOf(t)
const PASSWORD = 'Safe-pass-1!'

describe('adding a person', () => {
  const add = (who: TestPerson, body: object) => t.as(who).call(contract.createUser, { body: body as never })

  test('a new person is a learner of the portal and gets a link to set a password (USR-024, USR-025, ROL-004)', async () => {
    const { actor, portal } = await setUp()
    const { data } = await add(actor, {
      email: 'New.Person@example.com',
      first_name: ' Nina ',
      middle_name: 'Q.',
      last_name: 'New',
    })
    expect(data).toMatchObject({
      email: 'new.person@example.com',
      display_name: 'Nina Q. New',
      membership: { portal_id: portal.id, roles: ['learner'], is_blocked: false, tags: [], can_change: true },
    })
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', data.email).execute(),
    )
    expect(mails).toEqual([{ template: 'new-account' }])
    await expect(add(actor, { email: 'new.person@EXAMPLE.com' })).rejects.toMatchObject({
      status: 422,
      errors: { email: ['This email is already in use.'] },
    })
  })

  test('a person of another portal joins with their account, separate roles and the name given here (USR-008, USR-045)', async () => {
    const { actor, portal } = await setUp()
    const known = await t.make.person('portal_admin', { first_name: 'Kim', last_name: 'Known' })
    const { data } = await add(actor, {
      email: known.email.toUpperCase(),
      first_name: 'Mallory',
      role_ids: ['instructor'],
    })
    expect(data).toMatchObject({ id: known.id, display_name: 'Mallory', membership: { roles: ['instructor'] } })
    expect(await profileOf(known.id, known.portal)).toMatchObject({ first_name: 'Kim', last_name: 'Known' })
    expect(await rolesOf(known.id, portal)).toEqual(['instructor'])
    expect(await rolesOf(known.id, known.portal)).toEqual(['portal_admin'])
    const count = await t.platform((tx) =>
      tx.selectFrom('users').select('id').where('email', 'ilike', known.email).execute(),
    )
    expect(count).toHaveLength(1)
  })

  test.each<[Role, Role[], string | null]>([
    ['portal_admin', ['portal_admin', 'manager'], null],
    ['portal_admin', ['admin'], 'role_not_allowed'],
    ['portal_admin', ['super_admin'], 'role_not_allowed'],
    ['course_admin', ['learner'], null],
    ['course_admin', ['manager'], 'role_not_allowed'],
    ['sub_admin', ['instructor'], 'role_not_allowed'],
    ['super_admin', ['sub_super_admin'], 'role_not_allowed'],
  ])('as %s with the roles %j the answer is %s (ROL-081, USR-025, ERR-035)', async (role, chosen, code) => {
    const { actor } = await setUp(role)
    const call = add(actor, { email: `x${Math.random()}@example.com`, role_ids: chosen })
    if (code === null) expect((await call).data.membership?.roles.toSorted()).toEqual(chosen.toSorted())
    else
      await expect(call).rejects.toMatchObject({
        status: 403,
        code,
        message: 'This action is not allowed for your role',
      })
  })

  test('everyone adds to their own portal, super admins to any; partners and managers add nobody (ROL-024, USR-040)', async () => {
    const { actor, portal } = await setUp()
    const elsewhere = await t.make.portal()
    const email = () => `y${Math.random()}@example.com`
    expect((await add(actor, { email: email(), portal_id: portal.id })).data.membership?.portal_id).toBe(portal.id)
    await expect(add(actor, { email: email(), portal_id: elsewhere.id })).rejects.toMatchObject({
      status: 403,
      code: 'not_your_portal',
    })
    const root = await t.make.person('super_admin', { portal })
    const added = await add(root, { email: email(), portal_id: elsewhere.id, role_ids: ['manager'] })
    expect(added.data.membership).toMatchObject({ portal_id: elsewhere.id, roles: ['manager'] })
    expect(await rolesOf(added.data.id, elsewhere)).toEqual(['manager'])
    await expect(add(root, { email: email(), portal_id: 999_999_999 })).rejects.toMatchObject(MISSING)
    for (const role of ['partner', 'manager', 'learner', 'accounting'] as const) {
      const person = await t.make.person(role, { portal })
      await expect(add(person, { email: email() })).rejects.toMatchObject(FORBIDDEN)
    }
  })

  test.each([
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
    [
      { email: 'a@example.com', first_name: 'x'.repeat(101) },
      'first_name',
      'Please enter at no more than 100 characters',
    ],
  ])('%j is answered at its field (USR-025, VAL-005, ERR-078, ERR-082)', async (body, field, text) => {
    const { actor } = await setUp()
    await expect(add(actor, body)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
  })
})

describe('opening a person', () => {
  const open = (who: TestPerson, id: number, query = {}) => t.as(who).call(showUser, { params: { id }, query })

  test('shows info, settings and the person’s state in the portal (USR-001, USR-010, USR-025)', async () => {
    const { actor, portal, learner } = await setUp()
    await t.make.role(learner.id, portal, 'manager')
    const { data } = await open(actor, learner.id)
    expect(data).toMatchObject({ id: learner.id, email: learner.email, membership: { roles: ['learner', 'manager'] } })
    expect(JSON.stringify(data)).not.toMatch(/password(?!_provider)/)
    const { data: own } = await open(actor, actor.id)
    expect(own.membership).toBeNull()
    await expect(open(learner, actor.id)).rejects.toMatchObject(MISSING)
    await expect(open(actor, (await t.make.person('learner')).id)).rejects.toMatchObject(MISSING)
  })

  test('managers read their own people without profile and addresses, and change nothing (USR-040)', async () => {
    const { actor, portal, learner } = await setUp('manager')
    const id = await course(portal)
    await enroll(portal, id, actor.id, { role: 'manager' })
    await expect(open(actor, learner.id)).rejects.toMatchObject(MISSING)
    await enroll(portal, id, learner.id, { manager_id: actor.id })
    await t.platform((tx) =>
      tx
        .updateTable('portal_users')
        .set({ direct_number: '+12125550147', city: 'Boston' })
        .where('user_id', '=', learner.id)
        .execute(),
    )
    const { data } = await open(actor, learner.id)
    expect(data).toMatchObject({
      email: learner.email,
      direct_number: null,
      city: null,
      membership: { can_change: false },
    })
    const params = { id: learner.id }
    const api = t.as(actor)
    const refused = [
      () => api.call(updateUser, { params, body: { first_name: 'X' } }),
      () => api.call(contract.updateBlockStatus, { params, body: { is_blocked: true } }),
      () =>
        api.call(contract.setUserPassword, { params, body: { password: PASSWORD, password_confirmation: PASSWORD } }),
      () => api.call(contract.deleteUser, { params }),
      () => api.call(contract.updateUserTags, { params, body: { tag_ids: [] } }),
      () => api.call(contract.listNotes, { params }),
      () => api.call(contract.createNote, { params, body: { text: 'x' } }),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject(FORBIDDEN)
    expect((await api.call(contract.listUserTags, { params })).data).toEqual([])
  })

  test('super admins can name another portal, which its log shows; nobody else can (USR-025, PRT-040)', async () => {
    const there = await setUp()
    const root = await t.make.person('super_admin')
    const { data } = await open(root, there.learner.id, { portal_id: there.portal.id })
    expect(data.membership).toMatchObject({ portal_id: there.portal.id, roles: ['learner'] })
    const logged = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('portal_id').where('user_id', '=', root.id).execute(),
    )
    expect(logged).toEqual([{ portal_id: there.portal.id }])
    const admin = await t.make.person('portal_admin')
    await expect(open(admin, there.learner.id, { portal_id: there.portal.id })).rejects.toMatchObject({
      code: 'not_your_portal',
    })
  })
})

describe('changing a person', () => {
  const change = (who: TestPerson, id: number, body: object) => t.as(who).call(updateUser, { params: { id }, body })

  test('names and addresses change at once, the e-mail with the link sent to the new address (USR-025, AUT-051)', async () => {
    const { actor, learner } = await setUp()
    const { data } = await change(actor, learner.id, { first_name: 'Lena', email: 'lena.new@example.com' })
    expect(data).toMatchObject({ first_name: 'Lena', email: learner.email, pending_email: 'lena.new@example.com' })
    const mails = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('to_email')
        .where('to_email', 'in', [learner.email, 'lena.new@example.com'])
        .execute(),
    )
    expect(mails).toHaveLength(2)
    await expect(change(learner, actor.id, { first_name: 'X' })).rejects.toMatchObject(MISSING)
    await expect(change(actor, (await t.make.person('learner')).id, {})).rejects.toMatchObject(MISSING)
  })

  test.each<[Role, Role, boolean]>([
    ['portal_admin', 'portal_admin', true],
    ['portal_admin', 'admin', false],
    ['course_admin', 'course_admin', false],
    ['course_admin', 'accounting', false],
    ['course_admin', 'manager', true],
    ['sub_admin', 'admin', false],
  ])('as %s a person who is %s: %s (USR-038)', async (role, otherRole, isAllowed) => {
    const { actor, portal } = await setUp(role)
    const person = await t.make.person(otherRole, { portal })
    const params = { id: person.id }
    const calls = [
      () => change(actor, person.id, { first_name: 'Changed' }),
      () => t.as(actor).call(contract.updateBlockStatus, { params, body: { is_blocked: true } }),
      () =>
        t
          .as(actor)
          .call(contract.setUserPassword, { params, body: { password: PASSWORD, password_confirmation: PASSWORD } }),
      () => t.as(actor).call(contract.deleteUser, { params }),
    ]
    if (isAllowed) for (const call of calls) await call()
    else for (const call of calls) await expect(call()).rejects.toMatchObject(FORBIDDEN)
    expect((await profileOf(person.id, portal)).first_name).toBe(isAllowed ? 'Former' : 'Pat')
  })

  test('a higher role in another portal protects as well, without being revealed (USR-038, API-021)', async () => {
    const { actor, portal } = await setUp()
    const person = await t.make.person('admin')
    await t.make.role(person.id, portal, 'learner')
    await expect(change(actor, person.id, { first_name: 'X' })).rejects.toMatchObject(FORBIDDEN)
    const { data } = await t.as(actor).call(showUser, { params: { id: person.id } })
    expect(data.membership).toMatchObject({ roles: ['learner'], can_change: false })
  })

  test('only super admins change password and e-mail of a person with a role in another portal (USR-032, USR-039)', async () => {
    const { actor, portal, learner } = await setUp()
    await t.make.role(learner.id, await t.make.portal(), 'learner')
    const params = { id: learner.id }
    const body = { password: PASSWORD, password_confirmation: PASSWORD }
    await expect(t.as(actor).call(contract.setUserPassword, { params, body })).rejects.toMatchObject(FORBIDDEN)
    await expect(change(actor, learner.id, { email: 'other@example.com' })).rejects.toMatchObject(FORBIDDEN)
    // The same address is not a change.
    expect((await change(actor, learner.id, { email: learner.email.toUpperCase(), city: 'Boston' })).data.city).toBe(
      'Boston',
    )
    const root = await t.make.person('super_admin', { portal })
    await t.as(root).call(contract.setUserPassword, { params, body })
    expect((await change(root, learner.id, { email: 'other@example.com' })).data.pending_email).toBe(
      'other@example.com',
    )
  })
})
