import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckState, GRACE_DAYS, nextState } from './next-state.ts'
import { type DnsRecord, RECORD_STATES } from './record.ts'

const now = new Date('2026-11-25T12:00:00Z')
const DAY = 86_400_000
const record = (purpose: DnsRecord['purpose'], state: DnsRecord['state'], isRequired = true): DnsRecord => ({
  ...{ purpose, state, is_required: isRequired, type: 'TXT', name: 'x', values: [], found: [], advice: '' },
})
const before = (values: Partial<CheckState>): CheckState => ({
  ...{ status: 'pending', checks: 0, failing_since: null },
  ...values,
})
const right = [record('ownership', 'ok'), record('address', 'ok'), record('dmarc', 'missing', false)]
const proved = [record('ownership', 'ok'), record('address', 'wrong')]
const uncertified = [...right, record('https', 'no_certificate')]
const nothing = [record('ownership', 'missing'), record('address', 'ok')]
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)

test.each([
  ['all right', before({}), right, 'active', 'activated'],
  ['still right', before({ status: 'active' }), right, 'active', null],
  ['right again', before({ status: 'active', failing_since: daysAgo(3) }), right, 'active', 'recovered'],
  ['proved, another record wrong', before({}), proved, 'pending_validation', null],
  ['all right but HTTPS', before({}), uncertified, 'processing', null],
  ['active, its certificate has expired', before({ status: 'active' }), uncertified, 'active', 'warned'],
  ['not proved', before({ status: 'pending_validation' }), nothing, 'pending', null],
  ['active, wrong for the first time', before({ status: 'active' }), proved, 'active', 'warned'],
  ['active, still wrong', before({ status: 'active', failing_since: daysAgo(6.9) }), proved, 'active', null],
  [
    'active, wrong for too long',
    before({ status: 'active', failing_since: daysAgo(GRACE_DAYS) }),
    proved,
    'pending',
    'failed',
  ],
] as const)('%s (PRT-093, PRT-094)', (_, state, records, status, event) => {
  expect(nextState(state, records, 'ownership', now)).toMatchObject({ status, event })
})

test('nothing becomes active without proof, and a failing domain is always checked again later (PRT-091, PRT-093)', () => {
  const states = fc.constantFrom(...RECORD_STATES)
  fc.assert(
    fc.property(
      fc.tuple(states, states),
      fc.constantFrom('initializing' as const, 'pending' as const, 'pending_validation' as const),
      fc.nat(400),
      ([ownership, address], status, checks) => {
        const records = [record('ownership', ownership), record('address', address)]
        const after = nextState(before({ status, checks }), records, 'ownership', now)
        if (ownership !== 'ok') expect(after.status).toBe('pending')
        expect(after.status === 'active').toBe(ownership === 'ok' && address === 'ok')
        if (after.next_check_at) expect(after.next_check_at.getTime()).toBeGreaterThan(now.getTime())
        else expect(after.checks).toBeGreaterThan(180)
      },
    ),
  )
})
