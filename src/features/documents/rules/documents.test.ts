import { describe, expect, test } from 'vitest'
import { decidingFact, stateAfter } from './states.ts'
import { type Uploaded, uploadErrors } from './upload.ts'

const ALL = { asks: ['issuer', 'number', 'expiry', 'file'] as const, today: '2026-11-27' }
const GOOD: Uploaded = { issuer: 'State of Ohio', number: 'CR-1', from_day: '2025-01-31', until_day: '2027-01-31' }

describe('an upload', () => {
  test.each<[string, Partial<Uploaded>, string[]]>([
    ['everything is there', {}, []],
    ['valid through today, issued today', { from_day: '2026-11-27', until_day: '2026-11-27' }, []],
    ['nothing but the issue date', { issuer: null, number: '', until_day: null }, ['issuer', 'number', 'until_day']],
    ['issued tomorrow', { from_day: '2026-11-28' }, ['from_day']],
    ['expired yesterday', { until_day: '2026-11-26' }, ['until_day']],
    ['expiry before issue', { from_day: '2026-05-01', until_day: '2026-04-30' }, ['until_day']],
  ])('%s (CMP-017)', (_, changes, wrong) => {
    expect(Object.keys(uploadErrors({ ...GOOD, ...changes }, ALL))).toEqual(wrong)
  })

  test('needs only what the terms ask for, and the days still have to make sense (CMP-016, CMP-017)', () => {
    const bare = { ...GOOD, issuer: null, number: null, until_day: null }
    expect(uploadErrors(bare, { ...ALL, asks: [] })).toEqual({})
    const swapped = uploadErrors({ ...bare, until_day: '2024-01-01' }, { ...ALL, asks: [] })
    expect(swapped['until_day']?.[0]).toContain('before the issue date')
  })
})

test.each([
  [[], 'waiting'],
  [['document_submitted'], 'waiting'],
  [['document_submitted', 'document_replaced'], 'replaced'],
  [['document_submitted', 'document_rejected'], 'rejected'],
  [['document_submitted', 'document_accepted', 'document_revoked'], 'revoked'],
  [['document_submitted', 'document_accepted'], 'accepted'],
])('after %j a document is %s (CMP-018, CMP-019)', (kinds, state) => {
  expect(stateAfter(decidingFact(kinds.map((kind) => ({ kind }))))).toBe(state)
})
