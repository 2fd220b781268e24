import { describe, expect, test } from 'vitest'
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
    expect(nextDue({ ...monthly, instalments_paid })).toEqual(day(due))
  })

  test('an annual term is paid at its start and again when the next one begins', () => {
    const annual = { period: 'annual' as const, term_starts_at: day('2024-02-29') }
    expect(nextDue({ ...annual, instalments_paid: 0 })).toEqual(day('2024-02-29'))
    expect(nextDue({ ...annual, instalments_paid: 1 })).toEqual(day('2025-02-28'))
  })

  test('what is still to pay and what is late', () => {
    expect(remainingPayments({ period: 'monthly', instalments_paid: 5 })).toBe(7)
    expect(remainingPayments({ period: 'annual', instalments_paid: 1 })).toBe(0)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-02-27'))).toBe(0)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-02-28'))).toBe(1)
    expect(overduePayments({ ...monthly, instalments_paid: 1 }, day('2026-05-01'))).toBe(3)
    expect(overduePayments({ ...monthly, instalments_paid: 12 }, day('2030-01-01'))).toBe(0)
  })
})

describe('a payment that is refused (ORD-030, LEG-018)', () => {
  const now = day('2026-03-10')
  test.each([
    [1, '2026-03-11'],
    [2, '2026-03-12'],
    [3, '2026-03-13'],
  ])('is tried again after refusal %i', (failures, again) => {
    expect(retryAt(failures, now)).toEqual(day(again))
  })

  test('is not tried for ever; after 7 days it is unpaid, after 30 the subscription ends', () => {
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

  test('only a plan that is worth more a year is an upgrade; another period is none', () => {
    expect([isUpgrade(small, large), isUpgrade(large, small), isUpgrade(small, small)]).toEqual([true, false, false])
  })

  test('an upgrade costs the remaining payments of the old term and the first of the new one', () => {
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
