import { expect, test } from 'vitest'
import { type Proof, type ProofEvent, proofAfter } from './domain-proof.ts'

const day = (count: number) => new Date(Date.UTC(2026, 10, 1 + count))
const proved = day(0)

test.each<[string, Date | null, boolean | null, Proof & { event: ProofEvent | null }]>([
  ['a record that stands', null, true, { proved_at: proved, missing_since: null, event: null }],
  ['a record that went missing', null, false, { proved_at: proved, missing_since: day(10), event: 'miss' }],
  ['nobody answered', null, null, { proved_at: proved, missing_since: null, event: null }],
  ['missing for six days', day(4), false, { proved_at: proved, missing_since: day(4), event: null }],
  ['missing for seven days', day(3), false, { proved_at: null, missing_since: null, event: 'lose' }],
  [
    'missing for a month, but nobody answered',
    day(-20),
    null,
    { proved_at: proved, missing_since: day(-20), event: null },
  ],
  ['there again', day(3), true, { proved_at: proved, missing_since: null, event: 'recover' }],
])('%s (SSO-017)', (_name, missing, isProved, after) => {
  expect(proofAfter({ proved_at: proved, missing_since: missing }, isProved, day(10))).toEqual(after)
})
