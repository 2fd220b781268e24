import { expect, test } from 'vitest'
import { clockText, timeText } from './words.ts'

test.each([
  [1, '1 minute'],
  [60_000, '1 minute'],
  [60_001, '2 minutes'],
  [3_600_000, '1 hour'],
  [5_400_000, '1 hour 30 minutes'],
  [7_260_000, '2 hours 1 minute'],
])('%s ms read "%s" (TRD-015)', (ms, text) => expect(timeText(ms)).toBe(text))

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [725_000, '12:05'],
  [3_729_000, '1:02:09'],
])('%s ms have counted as %s (TRD-015)', (ms, text) => expect(clockText(ms)).toBe(text))
