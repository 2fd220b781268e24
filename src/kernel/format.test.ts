import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DATE_FORMATS,
  type DateFormat,
  formatCents,
  formatCount,
  formatDate,
  formatFileSize,
  formatMoney,
  formatNumber,
  formatPhone,
  PHONE_FORMAT,
} from './format.ts'

describe('dates', () => {
  const moment = new Date('2025-03-01T03:07:00Z')

  test.each<[DateFormat, string, string]>([
    ['numeric', 'MM/DD/YYYY', '03/01/2025'],
    ['short', 'MMM D YYYY', 'Mar 1 2025'],
    ['long', 'MMMM D YYYY', 'March 1 2025'],
    ['long_time', 'MMMM D YYYY h:mm A', 'March 1 2025 3:07 AM'],
  ])('%s is %s (UIX-018, UIX-019)', (format, pattern, shown) => {
    expect(DATE_FORMATS[format]).toBe(pattern)
    expect(formatDate(moment, format, 'UTC')).toBe(shown)
  })

  test('formats without a time show UTC, whatever zone is requested (UIX-020)', () => {
    expect(formatDate(moment, 'numeric', 'America/New_York')).toBe('03/01/2025')
    expect(formatDate(moment, 'short', 'America/New_York')).toBe('Mar 1 2025')
    expect(formatDate(moment, 'long', 'Pacific/Auckland')).toBe('March 1 2025')
  })

  test('the format with a time shows the given zone, by default that of the browser (UIX-020)', () => {
    expect(formatDate(moment, 'long_time', 'America/New_York')).toBe('February 28 2025 10:07 PM')
    expect(formatDate(moment, 'long_time', 'Asia/Tokyo')).toBe('March 1 2025 12:07 PM')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(formatDate(moment, 'long_time')).toBe(formatDate(moment, 'long_time', own))
  })

  test('midnight and noon are twelve (UIX-019)', () => {
    expect(formatDate('2025-12-31T00:00:00Z', 'long_time', 'UTC')).toBe('December 31 2025 12:00 AM')
    expect(formatDate('2025-12-31T12:00:00Z', 'long_time', 'UTC')).toBe('December 31 2025 12:00 PM')
  })

  test('texts and times are accepted, and invalid values show nothing', () => {
    expect(formatDate('2025-03-01')).toBe('03/01/2025')
    expect(formatDate(moment.getTime())).toBe('03/01/2025')
    for (const value of [null, undefined, '', 'soon', Number.NaN]) expect(formatDate(value)).toBe('')
  })

  test('the numeric form has the parts of the UTC date (UIX-018, UIX-020)', () => {
    const years = { min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (date) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-')
        expect(formatDate(date)).toBe(`${month}/${day}/${year}`)
      }),
    )
  })
})

describe('amounts', () => {
  test.each([
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [-5, '-$5.00'],
    [0.1 + 0.2, '$0.30'],
    [1_000_000, '$1,000,000.00'],
  ])('%d is written %s (UIX-021)', (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown)
  })

  test('cents are written exactly (UIX-021)', () => {
    expect(formatCents(123_450)).toBe('$1,234.50')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (cents) => {
        const [dollars = '', rest] = formatCents(cents).slice(1).split('.')
        expect(Number(dollars.replaceAll(',', '')) * 100 + Number(rest)).toBe(cents)
      }),
    )
  })
})

describe('counts', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [999.4, '999'],
    [999.5, '1.00K'],
    [1000, '1.00K'],
    [1500, '1.50K'],
    [12_345, '12.345K'],
    [123_456, '123.46K'],
    [999_994, '999.99K'],
    [999_996, '1.00M'],
    [1_234_567, '1.2346M'],
    [1_000_000_000, '1.00B'],
    [1_234_567_890_123, '1234.6B'],
    [-1500, '-1.50K'],
  ])('%d is written %s (UIX-022, UIX-023)', (count, shown) => {
    expect(formatCount(count)).toBe(shown)
  })

  test('from 1,000 on, 3 to 5 significant digits are shown and the value is exact to those (UIX-022)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 999_990_000_000 }), (count) => {
        const [, digits = '', unit = ''] = /^([\d.]+)([KMB])$/.exec(formatCount(count)) ?? []
        const size = digits.replace('.', '').length
        expect(size).toBeGreaterThanOrEqual(3)
        expect(size).toBeLessThanOrEqual(5)
        const value = Number(digits) * { K: 1e3, M: 1e6, B: 1e9 }[unit as 'K' | 'M' | 'B']
        expect(Math.abs(value - count) / count).toBeLessThanOrEqual(0.00005001)
      }),
    )
  })
})

describe('file sizes', () => {
  test.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [20_971_520, '20 MB'],
    [10 * 1024 ** 3, '10 GB'],
    [1024 ** 4, '1 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1 EB'],
    [1024 ** 7, '1 ZB'],
    [1024 ** 8, '1 YB'],
    [1024 ** 9, '1024 YB'],
  ])('%d is written %s (UIX-024)', (bytes, shown) => {
    expect(formatFileSize(bytes)).toBe(shown)
  })
})

describe('phone numbers', () => {
  test('the default format is +1-###-###-#### (VAL-030)', () => {
    expect(PHONE_FORMAT).toBe('+1-###-###-####')
  })

  test.each([
    ['2125550123', '+1-212-555-0123'],
    ['(212) 555-0123', '+1-212-555-0123'],
    ['+1 212 555 0123', '+1-212-555-0123'],
    ['12125550123', '+1-212-555-0123'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+2125550123', '+2125550123'],
    ['212 555 0123 ext 4', '212 555 0123 ext 4'],
    ['555-0123', '555-0123'],
    ['', ''],
    [null, ''],
  ])('%s is shown as %s (VAL-030, VAL-031)', (entered, shown) => {
    expect(formatPhone(entered)).toBe(shown)
  })

  test('another format accepts the same ten digits (VAL-030)', () => {
    expect(formatPhone('2125550123', '(###) ###-####')).toBe('(212) 555-0123')
  })
})

test.each([
  [0, '0'],
  [999, '999'],
  [1500, '1,500'],
  [1_234_567, '1,234,567'],
])('the number %d that people work with stands in full as %s (UIX-023)', (value, shown) => {
  expect(formatNumber(value)).toBe(shown)
})
