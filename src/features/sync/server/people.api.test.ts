import { describe, expect, test } from 'vitest'
import { listActivity } from '#features/activity-logs/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)

type PersonResult = {
  result: string
  person: Record<string, unknown> | null
  external_id: string
  error: { code: string } | null
}
const rowsOf = (body: { data?: unknown }) => body.data as PersonResult[]
const lena = { email: 'lena@example.com', first_name: 'Lena', last_name: 'Ortiz' }
let counter = 0
const fresh = () => `p${++counter}@sync.example.com`

describe('people by external id (INT-031, INT-033)', () => {
  test('one call creates a person, a second changes nothing, a third changes what differs', async () => {
    const { call, portal, admin } = await sync.connected()
    const put = (body: object) => call('PUT', '/sync/people/external:E-1042', { body })
    const first = await put(lena)
    expect([first.status, first.body.data], JSON.stringify(first.body)).toMatchObject([
      200,
      { result: 'created', person: { external_id: 'E-1042', ...lena, is_active: true } },
    ])
    expect((await put(lena)).body.data).toMatchObject({ result: 'unchanged' })
    expect((await put({ last_name: 'Ortiz-Lee' })).body.data).toMatchObject({
      result: 'updated',
      person: { last_name: 'Ortiz-Lee', first_name: 'Lena' },
    })
    const id = (first.body.data as { person: { id: number } }).person.id
    for (const ref of ['external:E-1042', String(id)])
      expect((await call('GET', `/sync/people/${ref}`)).body.data).toMatchObject({ id, external_id: 'E-1042' })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id', 'token_name'])
        .where('portal_id', '=', portal.id)
        .where('subject_id', '=', id)
        .where('subject_type', '=', 'user')
        .execute(),
    )
    expect(log.length).toBeGreaterThan(2)
    expect(log.every((entry) => entry.user_id === null && entry.token_name === 'HR system')).toBe(true)
    const entries = (await t.as(admin).call(listActivity, { query: { per_page: 100 } })).data
    expect(entries.map(({ text }) => text).filter((text) => text.includes('HR system (API)')).length).toBeGreaterThan(2)
  })

  test('deactivating ends the sessions and keeps the records; reactivating opens the door again', async () => {
    const { call, portal } = await sync.connected()
    const person = await t.make.person('learner', { portal, external_id: 'E-7' })
    const set = (is_active: boolean) => call('PUT', '/sync/people/external:E-7', { body: { is_active } })
    expect((await set(false)).body.data).toMatchObject({ result: 'updated', person: { is_active: false } })
    expect((await t.request(person, { method: 'GET', url: '/api/v1/me' })).statusCode).toBe(401)
    expect((await set(false)).body.data).toMatchObject({ result: 'unchanged' })
    expect((await set(true)).body.data).toMatchObject({ result: 'updated', person: { is_active: true } })
  })

  test('a member with the same e-mail gets the external id; one with another keeps theirs', async () => {
    const { call, portal } = await sync.connected()
    const person = await t.make.person('learner', { portal })
    const linked = await call('PUT', '/sync/people/external:E-1', { body: { email: person.email } })
    expect(linked.body.data).toMatchObject({ result: 'updated', person: { id: person.id, external_id: 'E-1' } })
    const other = await call('PUT', '/sync/people/external:E-2', { body: { email: person.email } })
    expect([other.status, other.body.message]).toEqual([
      422,
      'This e-mail belongs to a person with another external ID.',
    ])
  })

  test('the id of somebody who left goes to the same person who is hired again', async () => {
    const { call, portal, admin } = await sync.connected()
    const email = fresh()
    const first = await call('PUT', '/sync/people/external:E-9', { body: { email, first_name: 'Ray' } })
    const { id } = (first.body.data as { person: { id: number } }).person
    expect((await t.request(admin, { method: 'DELETE', url: `/api/v1/users/${id}` })).statusCode).toBe(204)
    expect((await call('PUT', '/sync/people/external:E-9', { body: { is_active: false } })).body.data).toMatchObject({
      result: 'unchanged',
    })
    const again = await call('PUT', '/sync/people/external:E-9', { body: { email, first_name: 'Ray' } })
    expect(again.body.data, JSON.stringify(again.body)).toMatchObject({
      result: 'created',
      person: { email, left_at: null },
    })
    expect(portal.id).toBeGreaterThan(0)
  })

  test('the rows of a bulk call succeed or fail one by one, in the order in which they came (INT-034)', async () => {
    const { call, portal } = await sync.connected()
    const taken = await t.make.person('learner', { portal, username: 'taken' })
    const rows = [
      { external_id: 'Z-9', email: fresh(), first_name: 'Zoe' },
      { external_id: 'A-1', email: 'no address' },
      { external_id: 'A-2', email: fresh(), username: 'taken' },
      { external_id: 'A-3' },
      'nonsense',
      { external_id: 'A-4', email: fresh(), last_name: 'Able' },
    ]
    const { status, body } = await call('POST', '/sync/people', { body: { rows } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(rowsOf(body).map(({ result, external_id, error }) => [result, external_id, error?.code ?? null])).toEqual([
      ['created', 'Z-9', null],
      ['refused', null, 'invalid'],
      ['refused', 'A-2', 'conflict'],
      ['refused', 'A-3', 'invalid'],
      ['refused', null, 'invalid'],
      ['created', 'A-4', null],
    ])
    expect(rowsOf(body)[1]?.error).toMatchObject({ errors: { email: ['Please enter a valid email address.'] } })
    expect(body.meta).toEqual({ succeeded: 2, refused: 4 })
    // A refused row left nothing behind, not even the account it had made.
    expect((await call('GET', '/sync/people/external:A-2')).status).toBe(404)
    expect((await call('GET', '/sync/people')).body.data).toHaveLength(4)
    expect(taken.id).toBeGreaterThan(0)
  })

  test('too many rows are refused as a whole, and so is a token that only reads (INT-030, INT-034)', async () => {
    const { call, portal, admin } = await sync.connected()
    const rows = Array.from({ length: 201 }, (_, at) => ({ external_id: `E-${at}`, email: fresh() }))
    const tooMany = await call('POST', '/sync/people', { body: { rows } })
    expect([tooMany.status, tooMany.body.errors]).toEqual([422, { rows: ['Send at most 200 rows in one call.'] }])
    const reading = sync.by((await sync.token(admin, ['people:read'])).token, portal)
    const refused = await reading('POST', '/sync/people', { body: { rows: rows.slice(0, 1) } })
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing'])
    expect((await reading('GET', '/sync/people')).body.data).toHaveLength(1)
    expect((await reading('GET', '/users')).body.code).toBe('not_for_portal_tokens')
  })

  test('two calls at once about a new person make one (INT-031)', async () => {
    const { call } = await sync.connected()
    const email = fresh()
    const put = () => call('PUT', '/sync/people/external:E-5', { body: { email, first_name: 'Two' } })
    const answers = await Promise.all([put(), put(), put()])
    expect(answers.map(({ body }) => (body.data as { result: string }).result).sort()).toEqual([
      'created',
      'unchanged',
      'unchanged',
    ])
  })

  test('a new e-mail waits for its owner, and is not sent again by the next call (AUT-051)', async () => {
    const { call, portal } = await sync.connected()
    await t.make.person('learner', { portal, external_id: 'E-3' })
    const email = fresh()
    const put = () => call('PUT', '/sync/people/external:E-3', { body: { email } })
    expect((await put()).body.data).toMatchObject({ result: 'updated' })
    for (let turn = 0; turn < 4; turn += 1) expect((await put()).body.data).toMatchObject({ result: 'unchanged' })
  })
})
