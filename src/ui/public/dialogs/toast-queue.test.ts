import { beforeEach, expect, test } from 'vitest'
import { createToastQueue, type Timers, TOAST_LIMIT, TOAST_TIME } from './toast-queue.ts'

/** A clock that stands still until it is moved. */
const clockwork = () => {
  let now = 0
  let due: { at: number; run: () => void }[] = []
  const timers: Timers = {
    now: () => now,
    set: (run, pause) => {
      const timer = { at: now + pause, run }
      due.push(timer)
      return timer
    },
    clear: (timer) => {
      due = due.filter((other) => other !== timer)
    },
  }
  const pass = (time: number) => {
    const until = now + time
    for (;;) {
      const next = due.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      due = due.filter((other) => other !== next)
      now = next.at
      next.run()
    }
    now = until
  }
  return { timers, pass, running: () => due.length }
}

let clock: ReturnType<typeof clockwork>
let queue: ReturnType<typeof createToastQueue>
const show = (text: string) => queue.show({ kind: 'info', text })
const texts = () => queue.list().map((toast) => toast.text)

beforeEach(() => {
  clock = clockwork()
  queue = createToastQueue(clock.timers)
})

test('a toast stays for 7000 ms (UIX-008)', () => {
  show('Save Successful')
  clock.pass(TOAST_TIME - 1)
  expect(texts()).toEqual(['Save Successful'])
  clock.pass(1)
  expect(texts()).toEqual([])
  expect(TOAST_TIME).toBe(7000)
})

test('four toasts show at once, and a fifth removes the oldest (UIX-008, UIX-009)', () => {
  for (const text of ['1', '2', '3', '4']) show(text)
  expect(texts()).toEqual(['1', '2', '3', '4'])
  show('5')
  expect(texts()).toEqual(['2', '3', '4', '5'])
  show('6')
  expect(texts()).toEqual(['3', '4', '5', '6'])
  expect(TOAST_LIMIT).toBe(4)
  expect(clock.running()).toBe(4)
})

test('each toast has its own time', () => {
  show('first')
  clock.pass(3000)
  show('second')
  clock.pass(4000)
  expect(texts()).toEqual(['second'])
  clock.pass(3000)
  expect(texts()).toEqual([])
})

test('time stops while someone reads, and continues afterwards', () => {
  show('first')
  clock.pass(6000)
  queue.pause()
  show('while reading')
  clock.pass(60_000)
  expect(texts()).toEqual(['first', 'while reading'])
  queue.resume()
  clock.pass(1000)
  expect(texts()).toEqual(['while reading'])
  clock.pass(6000)
  expect(texts()).toEqual([])
})

test('dismissing a toast removes it and its timer, and dismissing it again changes nothing', () => {
  const id = show('bye')
  let changes = 0
  queue.subscribe(() => {
    changes += 1
  })
  queue.dismiss(id)
  queue.dismiss(id)
  expect(texts()).toEqual([])
  expect(changes).toBe(1)
  expect(clock.running()).toBe(0)
})

test('dismissing the last toast while hovering lets the next one run', () => {
  const id = show('pointed at')
  queue.pause()
  queue.dismiss(id)
  show('next')
  clock.pass(TOAST_TIME)
  expect(texts()).toEqual([])
})

test('clear removes all toasts', () => {
  show('1')
  show('2')
  queue.clear()
  expect(texts()).toEqual([])
  expect(clock.running()).toBe(0)
})
