import { expect, test } from 'vitest'
import { testApp } from '../../../tests/api.ts'
import { forgetOldRows } from './housekeeping.ts'

const t = testApp()

test('idempotency keys are kept for 24 hours, wrong passwords and requested e-mails for one (API-024)', async () => {
  const now = new Date()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const portal = await t.make.portal()
  const portal_id = portal.id
  const key = (name: string, created_at: Date) => ({
    portal_id,
    key: name,
    caller: 'somebody',
    method: 'POST',
    path: '/payments',
    body_hash: 'hash',
    created_at,
  })
  const failure = (email: string, created_at: Date) => ({ email, network: '127.0.0.1', created_at })
  const remaining = await t.platform(async (tx) => {
    await tx
      .insertInto('idempotency_keys')
      .values([key('young', ago(23 * 60 + 59)), key('old', ago(24 * 60 + 1))])
      .execute()
    await tx
      .insertInto('wrong_passwords')
      .values([failure('young@example.com', ago(59)), failure('old@example.com', ago(61))])
      .execute()
    await forgetOldRows(tx, now)
    const keys = await tx.selectFrom('idempotency_keys').select('key').where('portal_id', '=', portal_id).execute()
    const failures = await tx.selectFrom('wrong_passwords').select('email').execute()
    return [...keys.map((row) => row.key), ...failures.map((row) => row.email)]
  })
  expect(remaining).toEqual(['young', 'young@example.com'])
})

test('calls with a token are kept for 30 days (INT-020)', async () => {
  const now = new Date()
  const person = await t.make.person('learner')
  const call = (path: string, days: number) => ({
    portal_id: person.portal.id,
    user_id: person.id,
    token_name: 'Payroll',
    duration_ms: 12,
    request_id: '0199d2c4-6a10-7b3e-9c41-2f8de5a71b06',
    method: 'GET',
    path,
    status: 200,
    created_at: new Date(now.getTime() - days * 86_400_000),
  })
  const remaining = await t.platform(async (tx) => {
    await tx
      .insertInto('api_calls')
      .values([call('/young', 29), call('/old', 31)])
      .execute()
    await forgetOldRows(tx, now)
    return tx.selectFrom('api_calls').select('path').where('portal_id', '=', person.portal.id).execute()
  })
  expect(remaining).toEqual([{ path: '/young' }])
})
