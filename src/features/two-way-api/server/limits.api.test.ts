import { expect, test } from 'vitest'
import { createNarrowLimit } from '#platform/http/narrow-limit.ts'
import { testApp } from '../../../../tests/api.ts'
import { syncing } from '../../../../tests/sync/syncing.ts'

const MOST = 8
const t = testApp({ env: { CALLS_PER_MINUTE: String(MOST) } })
const sync = syncing(t)

test('a token beyond its limit is told when to come back, and another one goes on (INT-036, API-020)', async () => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const one = sync.by((await sync.token(admin)).token, portal)
  const two = sync.by((await sync.token(admin)).token, portal)
  for (let left = MOST - 1; left >= 0; left -= 1) {
    const answer = await one('GET', '/sync')
    expect([answer.status, answer.headers['ratelimit']?.replace(/t=\d+/, '')]).toEqual([200, `"calls";r=${left};`])
  }
  const refused = await one('GET', '/sync')
  expect([refused.status, refused.body.code, refused.headers['ratelimit-policy']]).toEqual([
    429,
    'too_many_requests',
    `"calls";q=${MOST};w=60`,
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await two('GET', '/sync')).status).toBe(200)
})

test('calls that other processes took count as well (INT-043)', async () => {
  const portal = await t.make.portal()
  const made = await sync.token(await t.make.person('portal_admin', { portal }))
  const call = sync.by(made.token, portal)
  const left = async () => {
    const { status, headers } = await call('GET', '/sync')
    return [status, headers['ratelimit']?.replace(/t=\d+/, '')]
  }
  expect(await left()).toEqual([200, `"calls";r=${MOST - 1};`])
  const elsewhere = createNarrowLimit(t.app.db)
  await Promise.all([1, 2, 3].map(() => elsewhere.tally(`calls of portal token ${made.id}`)))
  expect(await left()).toEqual([200, `"calls";r=${MOST - 5};`])
  await Promise.all([1, 2, 3].map(() => elsewhere.tally(`calls of portal token ${made.id}`)))
  expect(await left()).toEqual([429, '"calls";r=0;'])
})
