import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACCESS, accessAt, decideAccess, isReadableAt, type Term } from './access.ts'

const day = (number: number) => new Date(Date.UTC(2030, 0, number))
const term: Term = { starts_at: day(10), expires_at: day(20), completed_at: null, ended_at: null }
const member = { is_member: true, is_blocked: false, is_learner: true }
const live = [{ revoked_at: null }]

test('access is one of three words (LRN-009, LRN-011)', () => {
  expect(ACCESS).toEqual(['pending', 'active', 'expired'])
})

test.each([
  ['a day before the start', term, day(9), 'pending', false],
  ['at the start', term, day(10), 'active', true],
  ['a day before the end', term, day(19), 'active', true],
  ['at the end', term, day(20), 'expired', false],
  ['after completion', { ...term, completed_at: day(12) }, day(13), 'expired', true],
  ['after completion and the end', { ...term, completed_at: day(12) }, day(20), 'expired', false],
  ['after it was taken away', { ...term, ended_at: day(12) }, day(13), 'expired', false],
  ['taken away before the start', { ...term, ended_at: day(5) }, day(6), 'expired', false],
] as const)('%s (LRN-010, LEG-005, LEG-006)', (_, term, now, access, isReadable) => {
  expect(accessAt(term, now)).toBe(access)
  expect(isReadableAt(term, now)).toBe(isReadable)
})

test('one live grant lets a learner in (ORD-013)', () => {
  const grants = [{ revoked_at: day(11) }, { revoked_at: null }]
  expect(decideAccess(term, grants, member, day(12))).toEqual({
    access: 'active',
    can_work: true,
    can_read: true,
    reasons: [{ code: 'granted' }],
  })
})

test('a completed course can be read but not worked on, and the answer says why (LEG-006)', () => {
  const verdict = decideAccess({ ...term, completed_at: day(12) }, live, member, day(13))
  expect(verdict).toMatchObject({ can_work: false, can_read: true, reasons: [{ code: 'completed', at: day(12) }] })
})

test('every obstacle is named, not just the first one', () => {
  const blocked = { is_member: true, is_blocked: true, is_learner: false }
  const verdict = decideAccess({ ...term, ended_at: day(11) }, [{ revoked_at: day(11) }], blocked, day(25))
  expect(verdict.can_read).toBe(false)
  expect(verdict.reasons.map(({ code }) => code)).toEqual(['blocked', 'role_missing', 'no_grant', 'ended', 'expired'])
})

test('someone who left the portal is told so, once', () => {
  const former = { is_member: false, is_blocked: false, is_learner: false }
  expect(decideAccess(term, live, former, day(12)).reasons).toEqual([{ code: 'not_a_member' }])
})

test('access never comes back with time, and anyone who may work may read', () => {
  const date = fc.integer({ min: 1, max: 40 }).map(day)
  const orNever = fc.option(date)
  const order = { pending: 0, active: 1, expired: 2 }
  fc.assert(
    fc.property(date, date, orNever, orNever, date, date, (a, b, completed_at, ended_at, first, second) => {
      const [starts_at, expires_at] = a <= b ? [a, b] : [b, a]
      const term = { starts_at, expires_at, completed_at, ended_at }
      const [before, after] = first <= second ? [first, second] : [second, first]
      const verdict = decideAccess(term, live, member, before)
      return (
        order[accessAt(term, before)] <= order[accessAt(term, after)] &&
        (!verdict.can_work || verdict.can_read) &&
        verdict.can_read === isReadableAt(term, before) &&
        verdict.can_work === (verdict.can_read && accessAt(term, before) === 'active')
      )
    }),
  )
})
