import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { newKey, syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)

type RowResult = { result: string; error: { code: string; message: string } | null; remaining: number | null }
const outcome = (body: { data?: unknown }) =>
  (body.data as RowResult[]).map(({ result, error }) => (error ? `${result}: ${error.code}` : result))

const learner = (portal: Parameters<typeof sync.learner>[0], external_id: string) =>
  sync.learner(portal, { external_id })

test('people are enrolled by external id with the portal’s credits, the last one refused when they are used up (INT-032, CRD-032)', async () => {
  const { portal, course, call } = await sync.connected(2)
  for (const id of ['E-1', 'E-2', 'E-3']) await learner(portal, id)
  const due_at = '2031-03-31T21:00:00.000Z'
  const rows = [
    { person: 'external:E-3', course: course.slug, due_at },
    { person: 'external:E-1', course: course.id },
    { person: 'external:E-404', course: course.slug },
    { person: 'external:E-1', course: 'no-such-course' },
    { person: 'external:E-2', course: String(course.id) },
  ]
  const { status, body } = await call('POST', '/sync/enrollments', { body: { rows } })
  expect(status, JSON.stringify(body)).toBe(200)
  // In the order of the people, so E-3 comes last and finds no credit.
  expect(outcome(body)).toEqual([
    'refused: portal_credits_not_enough',
    'enrolled',
    'refused: external_id_unknown',
    'refused: course_unknown',
    'enrolled',
  ])
  expect((body.data as RowResult[])[2]?.error?.message).toBe(
    'Nobody in this portal has the ID external:E-404. Add the person first, or check the ID.',
  )
  expect(await sync.numbers(portal)).toEqual({ total: 2, remaining: 0, distributed: 2, used: 2 })
  const again = await call('POST', '/sync/enrollments', { body: { rows: rows.slice(1, 2) } })
  expect(outcome(again.body)).toEqual(['unchanged'])
  expect(await sync.check()).toEqual([])
})

test('withdrawing gives the credit of a learner without progress back, and keeps that of one with progress (INT-032, CRD-024)', async () => {
  const { portal, course, call } = await sync.connected(2)
  await learner(portal, 'E-1')
  await learner(portal, 'E-2')
  const rows = ['E-1', 'E-2'].map((id) => ({ person: `external:${id}`, course: course.slug }))
  const enrolled = await call('POST', '/sync/enrollments', { body: { rows } })
  const [, second] = enrolled.body.data as { enrollment: { id: number } }[]
  await sync.begin(portal, second?.enrollment.id ?? 0)
  const withdrawn = await call('POST', '/sync/enrollments/withdraw', { body: { rows } })
  expect(outcome(withdrawn.body)).toEqual(['withdrawn', 'withdrawn'])
  expect(await sync.numbers(portal)).toMatchObject({ remaining: 1, used: 1 })
  expect(outcome((await call('POST', '/sync/enrollments/withdraw', { body: { rows } })).body)).toEqual([
    'unchanged',
    'unchanged',
  ])
  expect(await sync.check()).toEqual([])
})

test('credits are given to managers and taken back, never what is used or was not given, never to learners (INT-032, CRD-020)', async () => {
  const { portal, course, call } = await sync.connected(10)
  await t.make.person('manager', { portal, external_id: 'M-1' })
  await learner(portal, 'E-1')
  const give = (amount: number, manager?: string) => ({
    action: 'give',
    course: course.slug,
    amount,
    ...(manager && { manager }),
  })
  const rows = [
    give(6, 'external:M-1'),
    { ...give(2, 'external:M-1'), action: 'take' },
    { ...give(5, 'external:M-1'), action: 'take' },
    give(1, 'external:E-1'),
    give(99, 'external:M-1'),
    give(3),
    { ...give(0, 'external:M-1') },
  ]
  const { body } = await call('POST', '/sync/credits', { body: { rows } })
  expect(outcome(body), JSON.stringify(body)).toEqual([
    'given',
    'taken',
    'refused: max_value',
    'refused: role_not_held',
    'refused: portal_credits_not_enough',
    'given',
    'refused: invalid',
  ])
  expect(await sync.check()).toEqual([])
})

test('a call with a key happens once: again it is answered as before, with another body 422, and for another token it is new (INT-035)', async () => {
  const { portal, admin, course, call } = await sync.connected(5)
  await learner(portal, 'E-1')
  const key = newKey()
  const body = { rows: [{ person: 'external:E-1', course: course.slug }] }
  const first = await call('POST', '/sync/enrollments', { body, key })
  const second = await call('POST', '/sync/enrollments', { body, key })
  expect(outcome(first.body)).toEqual(['enrolled'])
  expect(second.body).toEqual(first.body)
  const other = await call('POST', '/sync/enrollments', { body: { rows: [...body.rows, ...body.rows] }, key })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  const elsewhere = await call('POST', '/sync/enrollments/withdraw', { body, key })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'idempotency_key_reused'])
  const another = sync.by((await sync.token(admin)).token, portal)
  expect(outcome((await another('POST', '/sync/enrollments', { body, key })).body)).toEqual(['unchanged'])
})

test('of two calls at once with one key one happens, and the other is told to come back for its answer (INT-035)', async () => {
  const { portal, course, call } = await sync.connected(50)
  const ids = Array.from({ length: 20 }, (_, at) => `E-${at}`)
  for (const id of ids) await learner(portal, id)
  const body = { rows: ids.map((id) => ({ person: `external:${id}`, course: course.slug })) }
  const key = newKey()
  const send = () => call('POST', '/sync/enrollments', { body, key })
  const answers = await Promise.all([send(), send(), send()])
  const successes = answers.filter(({ status }) => status === 200)
  const conflicts = answers.filter(({ status }) => status === 409)
  expect(successes.length).toBeGreaterThan(0)
  expect(successes.length + conflicts.length).toBe(3)
  for (const answer of conflicts) {
    expect(answer.body.code).toBe('idempotency_key_running')
    expect(answer.headers['retry-after']).toBe('1')
  }
  const [first] = successes
  expect((await send()).body).toEqual(first?.body)
  expect(await sync.numbers(portal)).toMatchObject({ used: 20 })
})

test('a token that is revoked while its call runs has written nothing when the call ends (INT-029)', async () => {
  const { portal, admin, course, call, token } = await sync.connected(5)
  const person = await learner(portal, 'E-1')
  let resume = () => {}
  const isRevoked = new Promise<void>((resolve) => {
    resume = resolve
  })
  // The credits of the portal are held, so the call waits in its middle, as behind a slow one in another process.
  const holding = t.platform(async (tx) => {
    await tx.selectFrom('credit_accounts').select('id').where('portal_id', '=', portal.id).forUpdate().execute()
    await isRevoked
  })
  const running = call('POST', '/sync/enrollments', { body: { rows: [{ person: 'external:E-1', course: course.id }] } })
  await expect
    .poll(() =>
      t.platform(async (tx) => {
        const row = await tx
          .selectFrom('portal_tokens')
          .select('last_used_at')
          .where('id', '=', token.id)
          .executeTakeFirstOrThrow()
        return row.last_used_at !== null
      }),
    )
    .toBe(true)
  const revoked = await t.request(admin, { method: 'DELETE', url: `/api/v1/admin/two-way-api/tokens/${token.id}` })
  expect(revoked.statusCode).toBe(204)
  resume()
  await holding
  const answer = await running
  expect([answer.status, answer.body.code]).toEqual([401, 'user_token_invalid'])
  const rows = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('user_id', '=', person.id).execute(),
  )
  expect(rows).toEqual([])
  expect((await call('GET', '/sync')).status).toBe(401)
})
