import { expect, test } from 'vitest'
import { togglePermission } from '#features/permissions/contract.ts'
import { changePassword, showMe } from '#features/sessions/contract.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { createApiToken, deleteApiToken, listApiTokens } from '../contract.ts'

const START = new Date()
const later = (hours: number) => new Date(START.getTime() + hours * 3_600_000)
let now = START
const t = testApp({ now: () => now })

const create = async (who: TestPerson, name = 'Payroll', expires_at = later(2).toISOString()) =>
  (await t.as(who).call(createApiToken, { body: { name, expires_at } })).data
/** A call by a program: only the token, no cookies. */
const by = (token: string, portal: TestPortal, endpoint: AnyEndpoint, payload?: object, path = endpoint.path) =>
  t.app.http.inject({
    method: endpoint.method,
    url: `/api/v1${path}`,
    headers: { host: portal.host, authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })

test('a token acts as its person in its portal; its text is returned once and stored as a hash (USR-013, USR-042, API-022)', async () => {
  const person = await t.make.person('learner')
  const created = await create(person)
  expect(created).toEqual({
    id: expect.any(Number),
    name: 'Payroll',
    token: expect.stringMatching(/^[\w-]{43}$/),
    created_at: START.toISOString(),
    expires_at: later(2).toISOString(),
    last_used_at: null,
    is_expired: false,
  })
  const me = await by(created.token, person.portal, showMe)
  expect([me.statusCode, me.json().data.id]).toEqual([200, person.id])
  const { data } = await t.as(person).call(listApiTokens)
  expect(data).toMatchObject([{ id: created.id, name: 'Payroll', last_used_at: START.toISOString() }])
  expect(JSON.stringify(data)).not.toContain(created.token)
  const rows = await t.platform((tx) => tx.selectFrom('api_tokens').selectAll().where('id', '=', created.id).execute())
  expect(JSON.stringify(rows)).not.toContain(created.token)
})

test('an expired, revoked or foreign token is refused with ERR-049 (USR-014)', async () => {
  const person = await t.make.person('learner')
  const invalid = { code: 'user_token_invalid', message: 'The user token is invalid or expired' }
  const { token, id } = await create(person)
  const elsewhere = await t.make.portal()
  await t.make.role(person.id, elsewhere, 'learner')
  expect((await by(token, elsewhere, showMe)).json()).toMatchObject(invalid)
  now = later(2)
  expect((await by(token, person.portal, showMe)).json()).toMatchObject(invalid)
  expect(
    (
      await t
        .as({ ...person, token: await t.make.session(person.id, elsewhere, 'learner'), portal: elsewhere })
        .call(listApiTokens)
    ).data,
  ).toEqual([])
  now = START
  await t.as(person).call(deleteApiToken, { params: { id } })
  expect((await by(token, person.portal, showMe)).json()).toMatchObject(invalid)
})

test('people list, create and revoke their own tokens, and nobody sees or revokes those of others (USR-033, API-021)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('portal_admin', { portal: person.portal })
  const { id } = await create(person)
  expect((await t.as(admin).call(listApiTokens)).data).toEqual([])
  await expect(t.as(admin).call(deleteApiToken, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(person).call(listApiTokens)).data).toHaveLength(1)
})

test('a token cannot create tokens or change passwords or permissions (USR-042)', async () => {
  const person = await t.make.person('portal_admin')
  const { token } = await create(person)
  const password = { old_password: 'x', password: 'New-pass-1!', password_confirmation: 'New-pass-1!' }
  for (const answer of [
    await by(token, person.portal, createApiToken, { name: 'Second', expires_at: later(1).toISOString() }),
    await by(token, person.portal, changePassword, password),
    await by(token, person.portal, togglePermission, {}, '/roles/learner/permissions/profile.view'),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'operation_not_permitted'])
  expect((await t.as(person).call(listApiTokens)).data).toHaveLength(1)
})

test('the expiry is within a year, and the name is required (USR-042, VAL-005)', async () => {
  const person = await t.make.person('learner')
  const refused = (name: string, expires_at: string) =>
    create(person, name, expires_at).then(
      () => null,
      (error: { errors: object }) => error.errors,
    )
  expect(await refused('Old', START.toISOString())).toEqual({
    expires_at: ['Please choose a day that is still to come.'],
  })
  expect(await refused('Long', later(24 * 367).toISOString())).toEqual({
    expires_at: ['Please choose a day within one year.'],
  })
  expect(await refused(' ', later(1).toISOString())).toEqual({ name: ['This field is required.'] })
})

test('a token stops working when its person is blocked (AUT-028)', async () => {
  const person = await t.make.person('learner')
  const { token } = await create(person)
  await t.platform((tx) =>
    tx
      .updateTable('portal_users')
      .set({ is_blocked: true })
      .where('user_id', '=', person.id)
      .where('portal_id', '=', person.portal.id)
      .execute(),
  )
  expect((await by(token, person.portal, showMe)).statusCode).toBe(401)
})
