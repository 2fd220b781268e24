import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimespan, parseTimespan } from '#features/scorm/rules/player/timespan.ts'

test.each([
  ['00:00:00', 0],
  ['00:01:30', 9000],
  ['00:01:30.5', 9050],
  ['00:01:30.05', 9005],
  ['1000:00:00.99', 360_000_099],
  ['00:99:99', 603_900],
  ['1:00:00', 360_000],
  ['00:00', null],
  ['00:00:00.123', 12],
  ['00:00:00.999999', 100],
  ['0:0:5', 500],
  ['00:00:05,5', 550],
  ['PT1H2M3.456S', 372_346],
  ['10000:00:00', null],
  ['-1:00:00', null],
  ['', null],
])('%s is %s hundredths of a second (SCO-013)', (text, expected) => expect(parseTimespan(text)).toBe(expected))

test('what is written can be read again, up to 9999 hours (SCO-013)', () => {
  fc.assert(
    fc.property(fc.nat(9999 * 360_000), (hundredths) => {
      expect(parseTimespan(formatTimespan(hundredths))).toBe(hundredths)
    }),
  )
  expect(formatTimespan(9050)).toBe('00:01:30.50')
  expect(formatTimespan(Number.MAX_SAFE_INTEGER)).toBe('9999:59:59.99')
  expect(formatTimespan(-5)).toBe('00:00:00')
})
