import { expect, test } from 'vitest'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { togglePermission } from '#features/permissions/contract.ts'
import { portalChanged } from '#features/portals/server/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { syncing } from '../../../../tests/sync/syncing.ts'
import { createPortalToken, listTokenCalls, revokePortalToken, showTokenCall, showTwoWayApi } from '../contract.ts'

const t = testApp()
const sync = syncing(t)

test('an admin reads the tokens of people and the last calls, whose queries and contents are not stored (INT-020)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('portal_admin', { portal: person.portal })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { token } = (await t.as(person).call(createApiToken, { body: { name: 'Payroll', expires_at } })).data
  const call = sync.by(token, person.portal)
  const read = async () => (await t.as(admin).call(showTwoWayApi)).data
  await call('GET', `/me?referer_portal_id=${person.portal.id}`)
  await expect.poll(async () => (await read()).calls.length).toBe(1)
  await call('GET', showTwoWayApi.path)
  await expect.poll(async () => (await read()).calls.length).toBe(2)
  const { tokens, calls } = await read()
  expect(tokens).toMatchObject([{ name: 'Payroll', is_expired: false, user: { id: person.id } }])
  expect(calls).toMatchObject([
    { method: 'GET', path: '/api/v1/admin/two-way-api', status: 403, token_name: 'Payroll' },
    { method: 'GET', path: '/api/v1/me', status: 200, user: { id: person.id } },
  ])
  const elsewhere = await t.make.person('portal_admin')
  expect((await t.as(elsewhere).call(showTwoWayApi)).data).toEqual({ portal_tokens: [], tokens: [], calls: [] })
})

test('a token of the portal is shown once, stored as a hash, and outlives the one who made it (INT-029, API-022)', async () => {
  const { portal, admin, token, call } = await sync.connected()
  expect(token.token).toMatch(/^ptk_[\w-]{43}$/)
  const listed = JSON.stringify((await t.as(admin).call(showTwoWayApi)).data)
  expect(listed).not.toContain(token.token)
  expect(listed).toContain(token.hint)
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ left_at: new Date() }).where('user_id', '=', admin.id).execute(),
  )
  const answer = await call('GET', '/sync')
  expect(answer.body.data).toMatchObject({ portal: { id: portal.id }, token: { name: 'HR system' }, max_rows: 200 })
})

test('it stops when it is revoked, when it ends, and while the portal is suspended (INT-029, INT-030)', async () => {
  const { portal, admin, token, call } = await sync.connected()
  const suspend = (is_paused: boolean) =>
    t.platform(async (tx) => {
      await tx.updateTable('portals').set({ is_paused }).where('id', '=', portal.id).execute()
      await portalChanged(tx, portal.id)
    })
  await suspend(true)
  await expect.poll(async () => (await call('GET', '/sync')).body.code).toBe('portal_blocked')
  await suspend(false)
  await expect.poll(async () => (await call('GET', '/sync')).status).toBe(200)
  await t.platform((tx) =>
    tx.updateTable('portal_tokens').set({ expires_at: new Date() }).where('id', '=', token.id).execute(),
  )
  expect((await call('GET', '/sync')).status).toBe(401)
  const next = await sync.token(admin)
  const other = sync.by(next.token, portal)
  expect((await other('GET', '/sync')).status).toBe(200)
  await t.as(admin).call(revokePortalToken, { params: { id: next.id } })
  const refused = await other('GET', '/sync')
  expect([refused.status, refused.body.code]).toEqual([401, 'user_token_invalid'])
  await expect(t.as(admin).call(revokePortalToken, { params: { id: next.id } })).rejects.toMatchObject({ status: 404 })
  const { portal_tokens } = (await t.as(admin).call(showTwoWayApi)).data
  expect(portal_tokens.map(({ status }) => status)).toEqual(['revoked', 'expired'])
})

test('it can do no more than the admins of the portal, and makes no tokens (INT-030, USR-042)', async () => {
  const { portal, call } = await sync.connected()
  const boss = await t.make.person('super_admin', { portal })
  await t.as(boss).call(togglePermission, {
    params: { role: 'portal_admin', permission: 'users.create' },
    body: { is_allowed: false },
  })
  const put = () => call('PUT', '/sync/people/external:E-1', { body: { email: 'a@sync.example.com' } })
  await expect.poll(async () => (await put()).status).toBe(403)
  await t.as(boss).call(togglePermission, {
    params: { role: 'portal_admin', permission: 'users.create' },
    body: { is_allowed: true },
  })
  await expect.poll(async () => (await put()).status).toBe(200)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const made = await call('POST', createPortalToken.path, { body: { name: 'x', scopes: ['people:read'], expires_at } })
  expect([made.status, made.body.code]).toEqual([403, 'not_for_portal_tokens'])
})

test('every answer to a token tells its limit (INT-036)', async () => {
  const { call, admin, portal } = await sync.connected()
  const first = await call('GET', '/sync')
  expect(first.headers['ratelimit-policy']).toBe('"calls";q=1000000;w=60')
  const left = ({ headers }: typeof first) => Number(/r=(\d+);t=\d+$/.exec(headers['ratelimit'] ?? '')?.[1])
  expect(left(await call('GET', '/sync'))).toBe(left(first) - 1)
  // Another token of the portal is counted for itself.
  const other = sync.by((await sync.token(admin)).token, portal)
  expect(left(await other('GET', '/sync'))).toBe(999_999)
})

test('the log has each call with its time and error, filtered by token and outcome, and nothing that was sent (INT-039)', async () => {
  const { call, admin, token, portal } = await sync.connected()
  const list = async (query = {}) => (await t.as(admin).call(listTokenCalls, { query })).data
  /** Nothing waits for the log, so two calls in quick succession may be written down in either order. */
  const logged = (count: number) => expect.poll(async () => (await list()).length).toBe(count)
  await call('GET', '/sync')
  await logged(1)
  await call('GET', '/sync/people/external:E-404')
  await logged(2)
  const sent = await call('POST', '/sync/people', {
    body: { rows: [{ external_id: 'E-1', email: 'Private Words', first_name: 'Secret Name' }] },
  })
  const bulkId = String(sent.headers['x-request-id'])
  await logged(3)
  const other = sync.by((await sync.token(admin, ['people:read'])).token, portal)
  await other('GET', '/sync/progress')
  await logged(4)
  expect((await list({ portal_token_id: token.id })).map(({ path, status }) => [path, status])).toEqual([
    ['/api/v1/sync/people', 200],
    ['/api/v1/sync/people/external:E-404', 404],
    ['/api/v1/sync', 200],
  ])
  expect(await list({ status: 'ok' })).toHaveLength(1)
  expect(await list({ search: 'external:E-404' })).toHaveLength(1)
  expect(await list({ search: bulkId })).toMatchObject([{ path: '/api/v1/sync/people' }])
  expect(await list({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  const [scope, bulk, missing] = await list({ status: 'failed' })
  expect(bulk).toMatchObject({ refused: 1, token_name: 'HR system', user: null })
  expect(bulk?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  const detail = async (id = 0) => (await t.as(admin).call(showTokenCall, { params: { id } })).data
  expect((await detail(scope?.id)).error).toMatchObject({ code: 'scope_missing' })
  expect((await detail(missing?.id)).error).toEqual({ code: 'not_found', message: 'Resource not found!' })
  const { error } = await detail(bulk?.id)
  expect(error?.rows).toEqual([{ row: 0, code: 'invalid', message: 'Please enter a valid email address.' }])
  const stored = await t.platform((tx) => tx.selectFrom('api_calls').selectAll().execute())
  expect(JSON.stringify(stored)).not.toMatch(/Private Words|Secret Name|ptk_/)
  const elsewhere = await t.make.person('portal_admin')
  await expect(t.as(elsewhere).call(showTokenCall, { params: { id: bulk?.id ?? 0 } })).rejects.toMatchObject({
    status: 404,
  })
})
