import { describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/format/day.ts'
import { subscriptionTermEnds } from '#kernel/product/legal.ts'
import { isUpgrade, planFeatures, priceOfPlan, upgradeLines, yearlyPrice } from './plan.ts'
import {
  announcementDue,
  instalmentsOf,
  nextDue,
  overduePayments,
  remainingPayments,
  retryAt,
  terminatedAt,
  unpaidAt,
} from './term.ts'

const ZONE = 'UTC'
const NEW_YORK = 'America/New_York'
const day = (text: string) => new Date(`${text}T12:00:00Z`)

describe('a term of 12 months (LEG-004, ORD-028, ORD-032)', () => {
  const monthly = { period: 'monthly' as const, term_starts_at: day('2026-01-31') }
  test('has twelve monthly payments or one annual', () => {
    expect([instalmentsOf('monthly'), instalmentsOf('annual')]).toEqual([12, 1])
  })

  test.each([
    [0, '2026-01-31'],
    [1, '2026-02-28'],
    [2, '2026-03-31'],
    [11, '2026-12-31'],
    [12, '2027-01-31'],
  ])('after %i monthly payments the next is due on %s', (instalments_paid, due) => {
    expect(nextDue({ ...monthly, instalments_paid }, ZONE)).toEqual(day(due))
  })

  test('an annual term is paid at its start and again when the next one begins', () => {
    const annual = { period: 'annual' as const, term_starts_at: day('2024-02-29') }
    expect(nextDue({ ...annual, instalments_paid: 0 }, ZONE)).toEqual(day('2024-02-29'))
    expect(nextDue({ ...annual, instalments_paid: 1 }, ZONE)).toEqual(day('2025-02-28'))
  })

  test('due and late payments', () => {
    expect(remainingPayments({ period: 'monthly', instalments_paid: 5 })).toBe(7)
    expect(remainingPayments({ period: 'annual', instalments_paid: 1 })).toBe(0)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-02-27'), ZONE)).toBe(0)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-02-28'), ZONE)).toBe(1)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-05-01'), ZONE)).toBe(3)
    expect(overduePayments({ ...monthly, instalments_paid: 12 }, day('2030-01-01'), ZONE)).toBe(0)
  })
})

describe('terms and payments follow days in the portal’s time zone (LEG-004, ORD-054, PRT-078)', () => {
  test.each([
    // Bought on January 31 at 9 PM in New York, which is February 1 in UTC.
    ['2026-02-01T02:00:00Z', 1, '2026-03-01T02:00:00Z', '2026-02-28'],
    ['2026-02-01T02:00:00Z', 2, '2026-04-01T01:00:00Z', '2026-03-31'],
    ['2026-02-01T02:00:00Z', 12, '2027-02-01T02:00:00Z', '2027-01-31'],
    // A minute before and after midnight in New York.
    ['2026-01-01T04:59:00Z', 1, '2026-02-01T04:59:00Z', '2026-01-31'],
    ['2026-01-01T05:01:00Z', 1, '2026-02-01T05:01:00Z', '2026-02-01'],
    // Across the start and end of daylight saving time: the same time of day.
    ['2026-02-15T17:00:00Z', 1, '2026-03-15T16:00:00Z', '2026-03-15'],
    ['2026-10-15T16:00:00Z', 1, '2026-11-15T17:00:00Z', '2026-11-15'],
    // 2:30 AM does not exist on March 8.
    ['2026-02-08T07:30:00Z', 1, '2026-03-08T06:30:00Z', '2026-03-08'],
    // 11:30 PM on the day the clocks go back.
    ['2026-10-02T03:30:00Z', 1, '2026-11-02T04:30:00Z', '2026-11-01'],
    ['2026-11-02T04:30:00Z', 1, '2026-12-02T04:30:00Z', '2026-12-01'],
  ])('begun at %s, payment %i is due at %s, on %s', (start, instalments_paid, due, on) => {
    const term = { period: 'monthly' as const, term_starts_at: new Date(start), instalments_paid }
    expect(nextDue(term, NEW_YORK).toISOString()).toBe(due.replace('Z', '.000Z'))
    expect(dayOf(nextDue(term, NEW_YORK), NEW_YORK)).toBe(on)
    expect(overduePayments(term, new Date(Date.parse(due) - 1), NEW_YORK)).toBe(0)
  })

  test('a term ends on the same day a year later, whatever day it is in UTC', () => {
    const start = new Date('2024-03-01T03:00:00Z')
    expect(dayOf(start, NEW_YORK)).toBe('2024-02-29')
    expect(dayOf(subscriptionTermEnds(start, NEW_YORK), NEW_YORK)).toBe('2025-02-28')
    expect(dayOf(subscriptionTermEnds(start, 'UTC'), 'UTC')).toBe('2025-03-01')
  })
})

describe('a refused payment (ORD-030, LEG-018)', () => {
  const now = day('2026-03-10')
  test.each([
    [1, '2026-03-11'],
    [2, '2026-03-12'],
    [3, '2026-03-13'],
  ])('is tried again after refusal %i', (failures, again) => {
    expect(retryAt(failures, now)).toEqual(day(again))
  })

  test('is not retried forever; after 7 days it is unpaid, and after 30 the subscription ends', () => {
    expect(retryAt(4, now)).toBeNull()
    expect(unpaidAt(now)).toEqual(day('2026-03-17'))
    expect(terminatedAt(now)).toEqual(day('2026-04-09'))
  })
})

describe('the end is announced 30, 14 and 3 days before and on the day (ORD-047)', () => {
  const ends = day('2026-06-30')
  test.each([
    ['2026-05-30', null],
    ['2026-05-31', 30],
    ['2026-06-15', 30],
    ['2026-06-16', 14],
    ['2026-06-26', 14],
    ['2026-06-27', 3],
    ['2026-06-28', 3],
    ['2026-06-29', 0],
    ['2026-06-30', 0],
  ])('on %s: %s', (today, days) => {
    expect(announcementDue(ends, day(today))).toBe(days)
  })
})

describe('changing the plan (ORD-033, ORD-035, ORD-036)', () => {
  const small = { id: 1, monthly_price_cents: 9900, annual_price_cents: 99_000 }
  const large = { id: 2, monthly_price_cents: 29_900, annual_price_cents: 299_000 }

  test('only a plan with a higher yearly price is an upgrade; another period is not', () => {
    expect([isUpgrade(small, large), isUpgrade(large, small), isUpgrade(small, small)]).toEqual([true, false, false])
  })

  test('an upgrade costs the remaining payments of the old term plus the first of the new one', () => {
    const running = { period: 'monthly' as const, instalments_paid: 4, price_cents: 9900, owes: true }
    expect(upgradeLines(running, large, 'monthly')).toEqual({
      remaining: { count: 8, unit_cents: 9900, total_cents: 79_200 },
      first_cents: 29_900,
    })
    expect(upgradeLines({ ...running, period: 'annual', instalments_paid: 1 }, large, 'annual').remaining.count).toBe(0)
    expect(upgradeLines({ ...running, owes: false }, large, 'annual')).toMatchObject({
      remaining: { count: 0, total_cents: 0 },
      first_cents: 299_000,
    })
  })

  test('prices by period (CAT-016, CAT-017)', () => {
    expect([priceOfPlan(small, 'monthly'), priceOfPlan(small, 'annual')]).toEqual([9900, 99_000])
    expect([yearlyPrice(small, 'monthly'), yearlyPrice(small, 'annual')]).toEqual([118_800, 99_000])
  })

  test('the feature list names credits with rollover, the price of extra credits and how to cancel (CAT-018, CAT-043)', () => {
    const text = planFeatures({ annual_credits: 1200, extra_credit_price_cents: 250, trial_days: 14 }).join('\n')
    expect(text).toContain('1,200 content credits every year; unused credits roll over')
    expect(text).toContain('$2.50 per user and course')
    expect(text).toContain('end of the term of 12 months')
    expect(text).toContain('14 days free')
  })
})
