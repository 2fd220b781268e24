import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { ENTERPRISE, freshName, GROUP, patch, provisioning } from '../../../../tests/scim/provider.ts'
import { listProvisioningEvents, mapProvisionedGroup, showProvisioning } from '../contract.ts'

const t = testApp()
const scim = provisioning(t)

type Provider = Awaited<ReturnType<typeof scim.connected>>
const rolesOf = async ({ portal }: Provider, id: string | number) =>
  t.platform(async (tx) =>
    (
      await tx
        .selectFrom('portal_user_roles')
        .select('role')
        .where('portal_id', '=', portal.id)
        .where('user_id', '=', Number(id))
        .orderBy('role')
        .execute()
    ).map(({ role }) => role),
  )
const groupOf = async ({ call }: Provider, name: string, ...members: { id: string | number }[]) =>
  Number(
    (
      await call('POST', '/Groups', {
        schemas: [GROUP],
        displayName: name,
        members: members.map(({ id }) => ({ value: String(id) })),
      })
    ).body.id,
  )
const map = (
  { admin }: Provider,
  id: number,
  role: 'instructor' | 'portal_admin' | 'partner' | null,
  manager: number | null = null,
) => t.as(admin).call(mapProvisionedGroup, { params: { id }, body: { role, manager_id: manager } })
const members = (op: 'Add' | 'Remove', ...people: { id: string | number }[]) =>
  patch({ op, path: 'members', value: people.map(({ id }) => ({ value: String(id) })) })

describe('groups give roles (PRV-012)', () => {
  test('a mapping works at once for members, and for those who come and go later (PRV-012)', async () => {
    const provider = await scim.connected()
    const [first, second] = [await provider.create(), await provider.create()]
    const id = await groupOf(provider, 'Trainers', first)
    expect(await rolesOf(provider, first.id)).toEqual(['learner'])
    expect((await map(provider, id, 'instructor')).data).toMatchObject({
      name: 'Trainers',
      members: 1,
      role: 'instructor',
    })
    expect(await rolesOf(provider, first.id)).toEqual(['instructor', 'learner'])
    await provider.call('PATCH', `/Groups/${id}`, members('Add', second))
    expect(await rolesOf(provider, second.id)).toEqual(['instructor', 'learner'])
    await provider.call('PATCH', `/Groups/${id}`, members('Remove', first))
    expect(await rolesOf(provider, first.id)).toEqual(['learner'])
    await map(provider, id, null)
    expect(await rolesOf(provider, second.id)).toEqual(['learner'])
  })

  test('who is in two groups with a role loses it with the last one, also when a group is deleted (PRV-012, PRV-011)', async () => {
    const provider = await scim.connected()
    const person = await provider.create()
    const [one, two] = [await groupOf(provider, 'One', person), await groupOf(provider, 'Two', person)]
    await map(provider, one, 'instructor')
    await map(provider, two, 'instructor')
    await provider.call('PATCH', `/Groups/${one}`, members('Remove', person))
    expect(await rolesOf(provider, person.id)).toEqual(['instructor', 'learner'])
    expect((await provider.call('DELETE', `/Groups/${two}`)).status).toBe(204)
    expect(await rolesOf(provider, person.id)).toEqual(['learner'])
    expect((await provider.call('GET', `/Users/${person.id}`)).body.active).toBe(true)
  })

  test('a role that was given by hand and that no group names stays (PRV-012)', async () => {
    const provider = await scim.connected()
    const editor = await t.make.person('editor', { portal: provider.portal })
    const id = await groupOf(provider, 'Trainers', editor)
    await map(provider, id, 'instructor')
    await provider.call('DELETE', `/Groups/${id}`)
    expect(await rolesOf(provider, editor.id)).toEqual(['editor', 'learner'])
  })

  test('the only administrator stays one when the group would take the role, and the screen says so (PRV-019)', async () => {
    const provider = await scim.connected()
    const second = await provider.create()
    const id = await groupOf(provider, 'Admins', provider.admin, second)
    await map(provider, id, 'portal_admin')
    expect((await provider.call('PATCH', `/Groups/${id}`, members('Remove', provider.admin, second))).status).toBe(204)
    const left = [await rolesOf(provider, provider.admin.id), await rolesOf(provider, second.id)]
    expect(left.filter((roles) => roles.includes('portal_admin'))).toHaveLength(1)
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('provisioning_events')
        .select(['kind', 'subject'])
        .where('portal_id', '=', provider.portal.id)
        .where('kind', '=', 'refused')
        .execute(),
    )
    expect(rows).toEqual([{ kind: 'refused', subject: 'The only administrator' }])
  })

  test('an admin maps only what they may give by hand, and a team only to a manager of the portal (PRV-012, PRV-013)', async () => {
    const provider = await scim.connected()
    const id = await groupOf(provider, 'Crew')
    await expect(map(provider, id, 'partner')).rejects.toMatchObject({ code: 'role_not_allowed' })
    const learner = await t.make.person('learner', { portal: provider.portal })
    const foreign = await t.make.person('manager')
    for (const person of [learner, foreign])
      await expect(map(provider, id, null, person.id)).rejects.toMatchObject({ status: 422 })
    await expect(map(provider, 999_999_999, null)).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = await scim.connected()
    await expect(map(elsewhere, id, 'instructor')).rejects.toMatchObject({ code: 'not_found' })
    expect((await t.as(provider.admin).call(showProvisioning)).data.groups).toMatchObject([
      { id, role: null, manager: null },
    ])
  })

  test('members who are added at once by many calls are all there once (PRV-011, PRV-008)', async () => {
    const provider = await scim.connected()
    const people = await Promise.all(Array.from({ length: 6 }, () => provider.create()))
    const id = await groupOf(provider, 'Crew')
    await map(provider, id, 'instructor')
    await Promise.all(
      [...people, ...people].map((person) => provider.call('PATCH', `/Groups/${id}`, members('Add', person))),
    )
    const shown = (await provider.call('GET', `/Groups/${id}`)).body.members as { value: string }[]
    expect(shown.map(({ value }) => value).sort()).toEqual(people.map((one) => one.id).sort())
    for (const { id: person } of people) expect(await rolesOf(provider, person)).toEqual(['instructor', 'learner'])
    const events = (
      await t.as(provider.admin).call(listProvisioningEvents, { query: { kind: 'groups', per_page: 100 } })
    ).data
    expect(events.filter(({ kind }) => kind === 'group_changed')).toHaveLength(6)
  })
})

describe('the manager of a person (PRV-013)', () => {
  const managerOf = (id: number) =>
    t.platform(
      async (tx) =>
        (await tx.selectFrom('enrollments').select('manager_id').where('id', '=', id).executeTakeFirstOrThrow())
          .manager_id,
    )
  const setManager = (value: unknown) => patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value })

  test('learner enrollments are assigned to whom the provider names, those to come as well, and move with a change (PRV-013, ROL-027)', async () => {
    const provider = await scim.connected()
    const { portal, admin, call, course_id } = provider
    const [boss, next] = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
    const person = await provider.create()
    const learner = { id: Number(person.id) } as never
    const [before] = await scim.enroll(admin, course_id, learner)
    expect(await managerOf(before?.id ?? 0)).toBeNull()
    await call('PATCH', `/Users/${person.id}`, setManager(String(boss.id)))
    expect(await managerOf(before?.id ?? 0)).toBe(boss.id)
    const second = await scim.course(portal)
    const [after] = await scim.enroll(admin, second.id, learner)
    expect(await managerOf(after?.id ?? 0)).toBe(boss.id)
    const people = (await t.request(boss, { method: 'GET', url: '/api/v1/managers/users' })).body
    expect(people).toContain(`"id":${person.id}`)
    await call('PATCH', `/Users/${person.id}`, setManager({ value: String(next.id) }))
    expect([await managerOf(before?.id ?? 0), await managerOf(after?.id ?? 0)]).toEqual([next.id, next.id])
    await call('PATCH', `/Users/${person.id}`, setManager(''))
    expect([await managerOf(before?.id ?? 0), await managerOf(after?.id ?? 0)]).toEqual([null, null])
  })

  test('a manager who is named by e-mail before they are created counts once they are there (PRV-013)', async () => {
    const { call, create } = await scim.connected()
    const boss = freshName('boss')
    const person = await create({ [ENTERPRISE]: { manager: { value: boss } } })
    expect((await call('GET', `/Users/${person.id}`)).body).toMatchObject({
      [ENTERPRISE]: { manager: { value: boss } },
    })
    const made = await create({}, boss)
    expect((await call('GET', `/Users/${person.id}`)).body).toMatchObject({
      [ENTERPRISE]: { manager: { value: made.id } },
    })
  })

  test('without one the manager of a team counts, and what a manager has paid for stays with that manager (PRV-013)', async () => {
    const provider = await scim.connected()
    const { portal, admin, call, course_id } = provider
    const [lead, named] = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
    const person = await provider.create()
    const [enrolled] = await scim.enroll(admin, course_id, { id: Number(person.id) } as never)
    const id = await groupOf(provider, 'North crew', person)
    expect((await map(provider, id, null, lead.id)).data.manager).toMatchObject({ id: lead.id })
    expect(await managerOf(enrolled?.id ?? 0)).toBe(lead.id)
    await call('PATCH', `/Users/${person.id}`, setManager(String(named.id)))
    expect(await managerOf(enrolled?.id ?? 0)).toBe(named.id)
    await call('PATCH', `/Users/${person.id}`, setManager(null))
    expect(await managerOf(enrolled?.id ?? 0)).toBe(lead.id)
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ manager_id: named.id })
        .where('id', '=', enrolled?.id ?? 0)
        .execute(),
    )
    await call('DELETE', `/Groups/${id}`)
    expect(await managerOf(enrolled?.id ?? 0)).toBe(named.id)
  })
})

test('a group takes no name that another has, in any case, and keeps its own (PRV-010, ERR-171)', async () => {
  const provider = await scim.connected()
  await groupOf(provider, 'Riggers')
  const id = await groupOf(provider, 'Welders')
  const named = (displayName: string) => ({ schemas: [GROUP], displayName })
  for (const answer of [
    await provider.call('POST', '/Groups', named('RIGGERS')),
    await provider.call('PUT', `/Groups/${id}`, named('riggers')),
  ])
    expect([answer.status, answer.body.detail, answer.body.scimType]).toEqual([
      409,
      expect.stringMatching(/^This portal already has a group named riggers\. Nothing was changed\.$/i),
      'uniqueness',
    ])
  expect((await provider.call('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: 'Welders' })
  expect((await provider.call('PUT', `/Groups/${id}`, named('welders'))).status).toBe(200)
})
