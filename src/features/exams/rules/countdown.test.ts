import { expect, test } from 'vitest'
import { announcement, countdownText, elapsedSince, minutesText } from './countdown.ts'
import { createStopwatch } from './stopwatch.ts'

const from = { monotonic: 1000, wall: 50_000 }
test.each([
  ['both clocks agree', { monotonic: 4000, wall: 53_000 }, 3000],
  ['the clock on the wall was set back', { monotonic: 4000, wall: 10 }, 3000],
  ['the device slept, and the other clock stood still', { monotonic: 1100, wall: 650_000 }, 600_000],
  ['both have gone back', { monotonic: 900, wall: 40_000 }, 0],
])('time passes by the clock that has gone further: %s (EXM-034)', (_, now, expected) => {
  expect(elapsedSince(from, now)).toBe(expected)
})

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [724_000, '12:04'],
  [3_909_000, '1:05:09'],
])('%i ms are shown as %s (EXM-032)', (ms, expected) => {
  expect(countdownText(ms)).toBe(expected)
})

test.each([
  [1, '1 minute'],
  [20, '20 minutes'],
  [60, '1 hour'],
  [150, '2 hours 30 minutes'],
])('a limit of %i minutes is told as %s (EXM-032)', (minutes, expected) => {
  expect(minutesText(minutes)).toBe(expected)
})

test.each([
  [1_200_000, 1_199_000, null],
  [600_001, 600_000, '10 minutes left.'],
  [600_000, 599_000, null],
  [301_000, 299_500, '5 minutes left.'],
  [3_600_500, 3_599_000, '1 hour left.'],
  // After the device slept, only the nearest one is announced.
  [1_900_000, 59_000, '1 minute left.'],
  [900, 0, 'The time is up.'],
  [0, -1000, null],
])('from %i to %i ms left is read out: %s (EXM-032)', (before, left, expected) => {
  expect(announcement(before, left)).toBe(expected)
})

test('a stopwatch counts only while it runs, however often it is started or stopped (EXM-036)', () => {
  let now = 100
  const watch = createStopwatch(() => now)
  expect(watch.read()).toBe(0)
  watch.start()
  now += 500
  watch.start()
  now += 500
  expect(watch.read()).toBe(1000)
  watch.stop()
  now += 9000
  watch.stop()
  expect(watch.read()).toBe(1000)
  watch.start()
  now += 250
  expect(watch.read()).toBe(1250)
})
