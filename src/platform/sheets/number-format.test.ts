import { expect, test } from 'vitest'
import { dateOfSerial, formatNumber, numberFormatOf } from './number-format.ts'

test.each<[number, boolean, string | null]>([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, null],
  [61, false, '1900-03-01'],
  [25_569, false, '1970-01-01'],
  [46_351, false, '2026-11-25'],
  [46_351.5, false, '2026-11-25 12:00'],
  [46_351.25001, false, '2026-11-25 06:00:01'],
  [46_350.999_999_9, false, '2026-11-25'],
  [0, true, '1904-01-01'],
  [44_889, true, '2026-11-25'],
  [2_958_465, false, '9999-12-31'],
  [2_958_466, false, null],
  [-1, false, null],
  [Number.NaN, false, null],
])('the serial number %f in the system of 1904 (%s) is the day %s (API-036)', (serial, is1904, expected) => {
  expect(dateOfSerial(serial, is1904)).toBe(expected)
})

test.each<[number, string | undefined, string, string]>([
  [0, undefined, '440123', '440123'],
  [1, undefined, '15551234567', '15551234567'],
  [0, undefined, '1.5551234567E10', '15551234567'],
  [0, undefined, '4.4000000000000004', '4.4'],
  [49, undefined, '12', '12'],
  [14, undefined, '46351', '2026-11-25'],
  [22, undefined, '46351.5', '2026-11-25 12:00'],
  [31, undefined, '46351', '2026-11-25'],
  [57, undefined, '46351', '2026-11-25'],
  [164, '00000', '1067', '01067'],
  [164, '000\\-00\\-0000', '12345678', '012-34-5678'],
  [164, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '5551234', '5551234'],
  [164, '"0"00000', '42', '000042'],
  [164, '0.00', '7', '7'],
  [164, '#,##0', '1234', '1234'],
  [164, '[$-409]mmmm\\ d\\,\\ yyyy;@', '46351', '2026-11-25'],
  [164, 'dd/mm/yyyy', '46351', '2026-11-25'],
  [164, 'yyyy"年"m"月"d"日"', '46351', '2026-11-25'],
  [164, '[h]:mm', '46351', '2026-11-25'],
  [164, '"days" 0', '12', '12'],
  [164, '\\d0', '12', '12'],
  [164, '[Red]0', '12', '12'],
  [164, 'General "mh"', '12', '12'],
  [164, '_(* 0_)', '12', '12'],
])('the format %i %s shows %s as %s (API-036)', (id, code, value, expected) => {
  expect(formatNumber(value, numberFormatOf(id, code), false)).toBe(expected)
})
