import { describe, expect, test } from 'vitest'
import { type HeldRole, secondFactorDueAt, secondFactorState } from './second-factor-state.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const unbound = { areSuperAdminsBound: false }
const rules = {
  required_roles: { editor: '2026-03-01T00:00:00Z', portal_admin: '2026-03-10T00:00:00Z' },
  grace_days: 7,
}
const held = (role: HeldRole['role'], since: string): HeldRole => ({ role, since: day(since) })

describe('from when a second factor is needed (AUT-067, AUT-068)', () => {
  test.each([
    ['no rules', null, [held('editor', '2026-01-01')], null],
    ['another role', rules, [held('learner', '2026-01-01')], null],
    ['a role held before', rules, [held('editor', '2026-01-01')], day('2026-03-08')],
    ['a role given later', rules, [held('editor', '2026-03-05')], day('2026-03-12')],
    ['two roles', rules, [held('editor', '2026-01-01'), held('portal_admin', '2026-01-01')], day('2026-03-08')],
  ] as const)('%s', (_, given, roles, expected) => {
    expect(secondFactorDueAt(given, roles, unbound)).toEqual(expected)
  })
  test('super admins have no grace where the configuration binds them, and are free otherwise', () => {
    const staff: HeldRole[] = [{ role: 'super_admin', since: null }]
    expect(secondFactorDueAt(rules, staff, unbound)).toBeNull()
    expect(secondFactorDueAt(null, staff, { areSuperAdminsBound: true })).toEqual(new Date(0))
  })
})

test.each([
  [true, day('2026-01-01'), 'met'],
  [false, null, 'met'],
  [false, day('2026-03-02'), 'due'],
  [false, day('2026-03-01'), 'overdue'],
  [false, day('2026-02-01'), 'overdue'],
] as const)('with a factor: %s, due at %s, the state is %s (AUT-067)', (hasOne, dueAt, state) => {
  expect(secondFactorState(hasOne, dueAt, day('2026-03-01'))).toBe(state)
})
