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
  })
})
