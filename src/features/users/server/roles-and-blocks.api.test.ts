import { beforeAll, describe, expect, test } from 'vitest'
import { listUsers, showUser } from '#features/accounts/contract.ts'
import { login, showMe } from '#features/sessions/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import * as contract from '../contract.ts'
import { NOTHING_RETURNED } from '../rules/returned.ts'

const t = testApp()
const { setUp, rolesOf, userOf, profileOf, course, enroll } = peopleOf(t)
const PASSWORD = 'Safe-pass-1!'

// The core portal, which also has the role partner (ROL-076), and the admin portal come first.
beforeAll(async () => {
  for (let at = 0; at < 2; at++) await t.make.portal()
})

describe('roles', () => {
  const set = (who: TestPerson, id: number, role_ids: Role[], at = who.portal) =>
    t.as(who).call(contract.updateRoles, { params: { id }, body: { role_ids, portal_id: at.id } })

  test('roles are set, and learner and roles that the caller may not give stay (USR-028, ROL-079, ROL-080)', async () => {
    const { actor, portal, learner } = await setUp()
    await t.make.role(learner.id, portal, 'partner')
    const { data } = await set(actor, learner.id, ['manager', 'editor'])
    expect(data).toMatchObject({ user_id: learner.id, portal_id: portal.id })
    expect(data.roles.toSorted()).toEqual(['editor', 'learner', 'manager', 'partner'])
    expect((await set(actor, learner.id, [])).data.roles.toSorted()).toEqual(['learner', 'partner'])
    expect(await rolesOf(learner.id, portal)).toEqual(['learner', 'partner'])
    const logged = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('changes')
        .where('action', '=', 'user.roles')
        .where('user_id', '=', actor.id)
        .orderBy('id')
        .execute(),
    )
    expect(logged[1]?.changes).toMatchObject({ to: ['learner', 'partner'] })
  })

  test.each<[Role, Role]>([
    ['portal_admin', 'admin'],
    ['portal_admin', 'sub_super_admin'],
    ['portal_admin', 'super_admin'],
    ['admin', 'super_admin'],
    ['super_admin', 'super_admin'],
    ['super_admin', 'sub_super_admin'],
  ])('as %s nobody is made %s outside the admin portal (ROL-076, ROL-081, ERR-035)', async (role, chosen) => {
    const { actor, portal, learner } = await setUp(role)
    await expect(set(actor, learner.id, [chosen])).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
    expect(await rolesOf(learner.id, portal)).toEqual(['learner'])
  })

  test('another portal, and people who may not assign roles, are refused (USR-028, ROL-024, ROL-048)', async () => {
    const { actor, learner } = await setUp()
    const there = await setUp()
    await expect(set(actor, learner.id, ['manager'], there.portal)).rejects.toMatchObject({ code: 'not_your_portal' })
    await expect(set(actor, there.learner.id, ['manager'])).rejects.toMatchObject(MISSING)
    const root = await t.make.person('super_admin')
    expect((await set(root, there.learner.id, ['manager'], there.portal)).data.portal_id).toBe(there.portal.id)
    expect(await rolesOf(there.learner.id, there.portal)).toEqual(['learner', 'manager'])
    for (const role of ['sub_admin', 'course_admin', 'manager'] as const)
      await expect(set(await t.make.person(role, { portal: learner.portal }), learner.id, [])).rejects.toMatchObject(
        FORBIDDEN,
      )
    await expect(set(actor, learner.id, ['king' as Role])).rejects.toMatchObject({ status: 422 })
  })
})

describe('blocking', () => {
  const block = (who: TestPerson, id: number, body: { is_blocked: boolean; is_everywhere?: boolean }) =>
    t.as(who).call(contract.updateBlockStatus, { params: { id }, body })

  test('a block applies in this portal, ends the sessions there and can be lifted (USR-029, USR-039, AUT-028)', async () => {
    const { actor, learner } = await setUp()
    const elsewhere = await t.make.portal()
    await t.make.role(learner.id, elsewhere, 'learner')
    const there = { ...learner, portal: elsewhere, token: await t.make.session(learner.id, elsewhere, 'learner') }
    expect((await block(actor, learner.id, { is_blocked: true })).data).toEqual({
      user_id: learner.id,
      is_blocked: true,
      is_blocked_everywhere: false,
      returned: NOTHING_RETURNED,
    })
    await expect(t.as(learner).call(showMe)).rejects.toMatchObject({ status: 401 })
    expect((await t.as(there).call(showMe)).data.id).toBe(learner.id)
    const blocked = await t.as(actor).call(listUsers, { query: { is_blocked: 'true' } as never })
    expect(blocked.data.map(({ id }) => id)).toEqual([learner.id])
    expect((await block(actor, learner.id, { is_blocked: false })).data.is_blocked).toBe(false)
  })

  test('only super admins block on all portals; nobody blocks themselves (USR-029, USR-039)', async () => {
    const { actor, portal, learner } = await setUp()
    const elsewhere = await t.make.portal()
    await t.make.role(learner.id, elsewhere, 'learner')
    const there = { ...learner, portal: elsewhere, token: await t.make.session(learner.id, elsewhere, 'learner') }
    await expect(block(actor, learner.id, { is_blocked: true, is_everywhere: true })).rejects.toMatchObject(FORBIDDEN)
    await expect(block(actor, actor.id, { is_blocked: true })).rejects.toMatchObject(FORBIDDEN)
    const root = await t.make.person('super_admin', { portal })
    const { data } = await block(root, learner.id, { is_blocked: true, is_everywhere: true })
    expect(data).toEqual({
      user_id: learner.id,
      is_blocked: true,
      is_blocked_everywhere: true,
      returned: NOTHING_RETURNED,
    })
    for (const who of [learner, there]) await expect(t.as(who).call(showMe)).rejects.toMatchObject({ status: 401 })
    // Lifting it here does not lift the block on all portals.
    expect((await block(actor, learner.id, { is_blocked: false })).data.is_blocked).toBe(true)
  })
})

test('a new password works for sign-in, ends all sessions, and must be strong for everyone (USR-032, AUT-050, ERR-079, ERR-080)', async () => {
  const { actor, portal, learner } = await setUp()
  const set = (password: string, password_confirmation = password) =>
    t
      .as(actor)
      .call(contract.setUserPassword, { params: { id: learner.id }, body: { password, password_confirmation } })
  await expect(set('short')).rejects.toMatchObject({
    errors: { password: ['Please enter at least 8 characters with a letter, a digit and a special character.'] },
  })
  await expect(set(PASSWORD, 'Other-pass-1!')).rejects.toMatchObject({
    errors: { password_confirmation: ['This password does not match the password set above.'] },
  })
  await set(PASSWORD)
  await expect(t.as(learner).call(showMe)).rejects.toMatchObject({ status: 401 })
  const signIn = (password: string) => t.as(portal).call(login, { body: { email: learner.email, password } as never })
  await expect(signIn('Wrong-pass-1!')).rejects.toMatchObject({ status: 422 })
  await signIn(PASSWORD)
  const own = t.as(actor).call(contract.setUserPassword, {
    params: { id: actor.id },
    body: { password: PASSWORD, password_confirmation: PASSWORD },
  })
  await expect(own).rejects.toMatchObject(FORBIDDEN)
})

describe('removing', () => {
  const remove = (who: TestPerson, id: number) => t.as(who).call(contract.deleteUser, { params: { id } })

  test('a person who belongs to another portal loses roles, notes and tags of this one only (USR-011, USR-039)', async () => {
    const { actor, portal, learner, api } = await setUp()
    const elsewhere = await t.make.portal()
    await t.make.role(learner.id, elsewhere, 'manager')
    await api.call(contract.createNote, { params: { id: learner.id }, body: { text: 'Late.' } })
    await remove(actor, learner.id)
    expect(await rolesOf(learner.id, portal)).toEqual([])
    expect(await rolesOf(learner.id, elsewhere)).toEqual(['manager'])
    expect((await userOf(learner.id)).email).toBe(learner.email)
    expect((await profileOf(learner.id, portal)).first_name).toBe('Pat')
    expect(
      await t.platform((tx) => tx.selectFrom('user_notes').select('id').where('user_id', '=', learner.id).execute()),
    ).toEqual([])
    await expect(t.as(learner).call(showMe)).rejects.toMatchObject({ status: 401 })
    expect((await api.call(showUser, { params: { id: learner.id } })).data.membership?.left_at).not.toBeNull()
    await expect(remove(actor, learner.id)).rejects.toMatchObject(MISSING)
    expect((await api.call(listUsers)).data.map(({ id }) => id)).toEqual([actor.id])
    // Added again, the same account comes back.
    const { data } = await api.call(contract.createUser, { body: { email: learner.email } })
    expect(data).toMatchObject({ id: learner.id, membership: { roles: ['learner'] } })
  })

  test('a person who belongs to no portal is anonymized, and records stay (USR-011)', async () => {
    const { actor, portal, learner } = await setUp()
    await t.platform((tx) =>
      tx
        .updateTable('portal_users')
        .set({ username: `u${learner.id}x`, direct_number: '+12125550147', billing_city: 'Boston' })
        .where('user_id', '=', learner.id)
        .execute(),
    )
    await enroll(portal, await course(portal), learner.id)
    await remove(actor, learner.id)
    const left = await userOf(learner.id)
    expect(left.password_hash).toBeNull()
    expect(await profileOf(learner.id, portal)).toMatchObject({
      first_name: 'Former',
      last_name: 'user',
      username: null,
      direct_number: null,
      billing_city: null,
    })
    expect(left.email).toMatch(/^former-[\w-]{36}@deleted\.invalid$/)
    const records = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('id').where('user_id', '=', learner.id).execute(),
    )
    expect(records).toHaveLength(1)
    // The e-mail is free again.
    const { data } = await t.as(actor).call(contract.createUser, { body: { email: learner.email } })
    expect(data.id).not.toBe(learner.id)
    await expect(remove(actor, actor.id)).rejects.toMatchObject(FORBIDDEN)
  })
})
