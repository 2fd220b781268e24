import { expect, test } from 'vitest'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { showTwoWayApi } from '../contract.ts'

const t = testApp()

/** A call by a program: only the token, no cookies. */
const by = (token: string, portal: TestPortal, path: string) =>
  t.app.http.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { host: portal.host, authorization: `Bearer ${token}` },
  })

test('an admin reads the portal’s tokens and the last calls of one, whose queries and contents are not stored (INT-020)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('portal_admin', { portal: person.portal })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { token } = (await t.as(person).call(createApiToken, { body: { name: 'Payroll', expires_at } })).data
  await by(token, person.portal, `/me?referer_portal_id=${person.portal.id}`)
  await by(token, person.portal, showTwoWayApi.path)
  const read = () =>
    t
      .as(admin)
      .call(showTwoWayApi)
      .then(({ data }) => data)
  await expect.poll(async () => (await read()).calls.length).toBe(2)
  const { tokens, calls } = await read()
  expect(tokens).toMatchObject([{ name: 'Payroll', is_expired: false, user: { id: person.id } }])
  expect(calls).toMatchObject([
    { method: 'GET', path: '/api/v1/admin/two-way-api', status: 403, token_name: 'Payroll' },
    { method: 'GET', path: '/api/v1/me', status: 200, user: { id: person.id } },
  ])
  const elsewhere = await t.make.person('portal_admin')
  expect((await t.as(elsewhere).call(showTwoWayApi)).data).toEqual({ tokens: [], calls: [] })
})
