import { describe, expect, it } from 'vitest'
import { attemptTimes, isClockOff, leaseEnd, outcomeOf } from './leases.ts'

const at = (time: string) => new Date(`2026-03-${time}:00Z`)
const issued_at = at('01T08:00')
const expires_at = at('31T08:00')

describe('exams taken along by lease', () => {
  it('a lease ends with access, and after 30 days at most (OFF-016)', () => {
    expect(leaseEnd(at('09T08:00'), issued_at)).toEqual(at('09T08:00'))
    expect(leaseEnd(new Date('2027-01-01T00:00:00Z'), issued_at)).toEqual(expires_at)
  })

  it.each([
    ['in time', null, '20T00:00', {}, 'counts'],
    ['at the last moment', null, '31T08:00', {}, 'counts'],
    ['later', null, '31T08:01', {}, 'expired'],
    ['after another lease took its place', 'expired', '20T00:00', {}, 'expired'],
    ['after it was taken back', 'returned', '20T00:00', {}, 'returned'],
    ['after access ended early', null, '20T00:00', { may_take: false }, 'no_access'],
    ['before its turn', null, '20T00:00', { is_locked: true }, 'locked'],
  ] as const)('an attempt that arrives %s (OFF-019)', (_name, ended_as, now, state, outcome) => {
    expect(outcomeOf({ ended_as, expires_at }, { now: at(now), may_take: true, is_locked: false, ...state })).toBe(
      outcome,
    )
  })

  const untimed = { issued_at, time_limit_minutes: null, extra_minutes: 0 }
  const timed = { issued_at, time_limit_minutes: 30, extra_minutes: 10 }
  const now = at('05T08:00')
  it.each([
    ['as the device says', untimed, '02T08:00', '03T09:00', '02T08:00', '03T09:00', false],
    ['not before the lease', untimed, '01T07:00', '01T09:00', '01T08:00', '01T09:00', false],
    ['not after the arrival', untimed, '02T08:00', '09T08:00', '02T08:00', '05T08:00', false],
    ['never backward', untimed, '03T08:00', '02T08:00', '03T08:00', '03T08:00', false],
    ['within the limit', timed, '02T08:00', '02T08:39', '02T08:00', '02T08:39', false],
    ['ended by the limit', timed, '02T08:00', '02T09:00', '02T08:00', '02T08:40', true],
  ] as const)('its times are %s (OFF-020)', (_name, lease, from, to, started, finished, is_time_over) => {
    const times = attemptTimes(lease, { started_at: at(from), finished_at: at(to) }, now)
    expect(times).toMatchObject({ started_at: at(started), finished_at: at(finished), is_time_over })
  })

  it.each([
    ['02T08:00', '03T08:00', false],
    ['01T07:59', '03T08:00', false],
    ['01T07:00', '03T08:00', true],
    ['02T08:00', '05T08:02', true],
    ['03T08:00', '02T08:00', true],
  ])('a clock from %s to %s may not fit (OFF-020)', (from, to, expected) => {
    expect(isClockOff({ issued_at }, { started_at: at(from), finished_at: at(to) }, now)).toBe(expected)
  })
})
