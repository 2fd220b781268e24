import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIGURES } from './figures.ts'

test('the legal texts write the constants as the requirements name them (LEG-002 to LEG-019, LEG-022)', () => {
  expect(FIGURES).toEqual({
    adult_age: '18',
    privacy_age: '13',
    term: '12 months',
    access: '5 years',
    records: '5 years',
    uptime: '99.5%',
    maintenance_notice: '48 h',
    chargeback_fee: 'US $500',
    reshipping_fee: 'US $50',
    rescheduling_fee: 'US $150',
    rescheduling_notice: '48 hours',
    monthly_interest: '1.5% per month',
    annual_interest: '18% per annum',
    data_export: '30 days',
    breach_notice: '72 hours',
    termination_notice: '30 days',
    termination_non_payment: '7 days',
    accessibility_answer: '2 business days',
    texts_hold_from: 'November 24 2026',
  })
})

test('each interest rate is in its own legal text, and nothing in the product calculates with one (LEG-015)', () => {
  const root = new URL('../../../', import.meta.url)
  const using = (words: RegExp) =>
    globSync('**/*.{ts,tsx}', { cwd: root, exclude: (name) => String(name).endsWith('.test.ts') })
      .filter((file) => words.test(readFileSync(new URL(file, root), 'utf8')))
      .sort()
  const figures = 'features/legal/rules/figures.ts'
  expect(using(/overdue_interest_percent/)).toEqual([figures, 'kernel/product/legal.ts'])
  expect(using(/(monthly|annual)_interest/)).toEqual([figures, 'features/legal/web/screens/terms.tsx'])
  const text = readFileSync(new URL('features/legal/web/screens/terms.tsx', root), 'utf8')
  expect(text.match(/monthly_interest/g)).toHaveLength(1)
  expect(text.match(/annual_interest/g)).toHaveLength(1)
})
