import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, courseAccessEnds, LEGAL, LEGAL_PAGES, subscriptionTermEnds, trainingRecordEnds } from './legal.ts'

const catalog = readFileSync(new URL('../../../docs/requirements/30-legal.md', import.meta.url), 'utf8')
const lineOf = (id: string) => catalog.split('\n').find((line) => line.includes(`**${id}**`)) ?? ''
const dollars = (cents: number) => `$${cents / 100}`

describe('the constants of the legal texts (LEG-022)', () => {
  test.each<[string, string[]]>([
    ['LEG-001', [`${LEGAL.customers_country} customers`]],
    ['LEG-002', [`${LEGAL.minimum_age_years} or older`, `minimum age is ${LEGAL.minimum_age_privacy_years}`]],
    ['LEG-004', [`${LEGAL.subscription_term_months} months`]],
    ['LEG-005', [`${LEGAL.course_access_years} years from purchase`]],
    ['LEG-006', [`until the ${LEGAL.course_access_years} years are over`]],
    ['LEG-007', [`${LEGAL.training_records_years} years`]],
    ['LEG-008', [`${LEGAL.training_records_years} years of training records run from completion`]],
    ['LEG-009', [`${LEGAL.uptime_percent}%`]],
    ['LEG-010', [`${LEGAL.maintenance_notice_hours} h`]],
    ['LEG-011', [dollars(LEGAL.chargeback_fee_cents)]],
    ['LEG-012', [dollars(LEGAL.reshipping_fee_cents)]],
    ['LEG-013', [dollars(LEGAL.rescheduling_fee_cents), `under ${LEGAL.rescheduling_notice_hours} hours`]],
    [
      'LEG-014',
      [
        `${LEGAL.overdue_interest_percent_per_month}% per month`,
        `${LEGAL.overdue_interest_percent_per_annum}% per annum`,
      ],
    ],
    ['LEG-016', [`within ${LEGAL.data_export_days} days`]],
    ['LEG-017', [`within ${LEGAL.breach_notice_hours} hours`]],
    [
      'LEG-018',
      [`${LEGAL.termination_notice_days} days;`, `${LEGAL.termination_notice_non_payment_days} days for non-payment`],
    ],
    ['LEG-019', [`${LEGAL.accessibility_acknowledgement_business_days} business days`]],
  ])('%s is stated as in the requirements', (id, parts) => {
    for (const part of parts) expect(lineOf(id)).toContain(part)
  })

  test('accounts may not be shared (LEG-003)', () => {
    expect(lineOf('LEG-003')).toContain('may not be shared')
    expect(LEGAL.is_account_sharing_allowed).toBe(false)
  })

  test('the legal pages (LEG-020)', () => {
    const paths = [...lineOf('LEG-020').matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    expect(LEGAL_PAGES).toEqual(paths)
  })
})

describe('terms', () => {
  const at = (text: string) => new Date(`${text}T10:30:00Z`)

  test('course access ends 5 years after purchase, records 5 years after completion (LEG-005, LEG-008)', () => {
    expect(courseAccessEnds(at('2025-03-01'), 'UTC')).toEqual(new Date('2030-03-02T00:00:00Z'))
    expect(trainingRecordEnds(at('2025-03-01'))).toEqual(at('2030-03-01'))
    expect(courseAccessEnds(at('2024-02-29'), 'UTC')).toEqual(new Date('2029-03-01T00:00:00Z'))
  })

  test('course access lasts until the end of its last day in the portal’s time zone (LEG-005, PRT-078)', () => {
    const evening = new Date('2025-03-02T01:30:00Z')
    expect(courseAccessEnds(evening, 'America/New_York')).toEqual(new Date('2030-03-02T05:00:00Z'))
    expect(courseAccessEnds(evening, 'America/Los_Angeles')).toEqual(new Date('2030-03-02T08:00:00Z'))
  })

  test('a subscription term is 12 months (LEG-004)', () => {
    expect(subscriptionTermEnds(at('2025-12-31'), 'UTC')).toEqual(at('2026-12-31'))
    expect(subscriptionTermEnds(at('2024-02-29'), 'UTC')).toEqual(at('2025-02-28'))
  })

  test('a month later is never two months later, and the given date is not changed', () => {
    expect(addMonths(at('2025-01-31'), 1)).toEqual(at('2025-02-28'))
    expect(addMonths(at('2025-03-31'), -1)).toEqual(at('2025-02-28'))
    const range = { min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), fc.integer({ min: -60, max: 120 }), (date, months) => {
        const before = date.getTime()
        const later = addMonths(date, months)
        const monthOf = (value: Date) => value.getUTCFullYear() * 12 + value.getUTCMonth()
        expect(monthOf(later) - monthOf(date)).toBe(months)
        expect(later.getUTCDate()).toBeLessThanOrEqual(date.getUTCDate())
        expect(date.getTime()).toBe(before)
      }),
    )
  })
})
