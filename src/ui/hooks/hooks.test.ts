import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayReload, RELOAD_GUARD } from '../page/chunk-reload.ts'
import { BREAKPOINTS } from '../theme/breakpoints.ts'
import { ANCHOR } from './scroll-to-anchor.ts'
import { COUNTDOWN_SECONDS, countdownText, secondsLeft } from './use-countdown.ts'
import { DEBOUNCE, debounce } from './use-debounced.ts'
import { MIN_LOADING, restOfLoading } from './use-min-loading.ts'
import { RESIZE_RECHECK } from './use-width.ts'

/** A clock that stands still until it is moved. */
const clockwork = () => {
  let now = 0
  let due: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    set: (run: () => void, pause: number) => {
      const timer = { at: now + pause, run }
      due.push(timer)
      return timer
    },
    clear: (timer: never) => {
      due = due.filter((other) => other !== timer)
    },
    pass: (time: number) => {
      now += time
      const ready = due.filter((timer) => timer.at <= now)
      due = due.filter((timer) => timer.at > now)
      for (const { run } of ready) run()
    },
  }
}

test('searching waits for a pause of 800 ms and uses the latest text (UIX-001)', () => {
  const clock = clockwork()
  const seen: string[] = []
  const search = debounce((words: string) => seen.push(words), DEBOUNCE.query, undefined, clock)
  search('c')
  clock.pass(700)
  search('ch')
  clock.pass(799)
  expect(seen).toEqual([])
  clock.pass(1)
  expect(seen).toEqual(['ch'])
})

test('the general pause is 50 ms, and never longer than 500 ms after the first call (UIX-001)', () => {
  const clock = clockwork()
  const seen: number[] = []
  const call = debounce((value: number) => seen.push(value), DEBOUNCE.general, DEBOUNCE.general_most, clock)
  for (let at = 0; at < 30; at += 1) {
    call(at)
    clock.pass(40)
  }
  // Called every 40 ms, it would wait forever without its maximum wait.
  expect(seen).toEqual([12, 25])
  clock.pass(50)
  expect(seen).toEqual([12, 25, 29])
})

test('flush runs the waiting call now and once, and cancel drops it', () => {
  const clock = clockwork()
  const seen: string[] = []
  const call = debounce((text: string) => seen.push(text), 800, undefined, clock)
  call('now')
  call.flush()
  call.flush()
  clock.pass(1000)
  expect(seen).toEqual(['now'])
  call('never')
  call.cancel()
  clock.pass(1000)
  expect(seen).toEqual(['now'])
})

test('a loading state stays for at least 200 ms, and no longer than its work after that (UIX-005, UIX-006)', () => {
  expect(MIN_LOADING).toBe(200)
  expect(restOfLoading(1000, 1030)).toBe(170)
  expect(restOfLoading(1000, 1200)).toBe(0)
  expect(restOfLoading(1000, 9000)).toBe(0)
})

test('a countdown lasts 160 seconds and reads as minutes and seconds (UIX-002)', () => {
  expect(COUNTDOWN_SECONDS).toBe(160)
  expect(secondsLeft(160_000, 0)).toBe(160)
  expect(secondsLeft(160_000, 159_001)).toBe(1)
  expect(secondsLeft(160_000, 200_000)).toBe(0)
  expect([160, 60, 9, 0].map(countdownText)).toEqual(['2:40', '1:00', '0:09', '0:00'])
})

test('a stale chunk reloads the page once, at most once per minute (UIX-003, ERR-013)', () => {
  expect(mayReload(0, 5_000_000)).toBe(true)
  expect(mayReload(5_000_000, 5_000_000 + RELOAD_GUARD - 1)).toBe(false)
  expect(mayReload(5_000_000, 5_000_000 + RELOAD_GUARD)).toBe(true)
  expect(RELOAD_GUARD).toBe(60_000)
})

test('the constants of the layout (UIX-004, UIX-007, UIX-013)', () => {
  expect(BREAKPOINTS).toEqual({ xs: 0, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1536 })
  expect(ANCHOR).toEqual({ offset: 150, every: 100, tries: 50 })
  expect(RESIZE_RECHECK).toBe(50)
})

test('every style of the product changes only at breakpoints (UIX-013)', () => {
  const source = new URL('../../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.includes('standins'),
  )
  const widths = files.flatMap((file) =>
    [...readFileSync(new URL(file, source), 'utf8').matchAll(/@media[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/(min|max)-width: ([\d.]+)px/g)].map(([, side, width]) => ({
        file,
        from: side === 'min' ? Number(width) : Number(width) + 0.02,
      })),
    ),
  )
  expect(widths.length).toBeGreaterThan(50)
  const known: number[] = Object.values(BREAKPOINTS)
  expect(widths.filter(({ from }) => !known.includes(from))).toEqual([])
})
