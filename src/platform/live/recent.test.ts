import { expect, test } from 'vitest'
import { createRecent, RECENT_MS } from './recent.ts'

const at = (start: number) => {
  let now = start
  const recent = createRecent(() => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { recent, pass }
}

test('the time of a channel’s last event is known for a while', () => {
  const { recent, pass } = at(5_000)
  pass(RECENT_MS + 1)
  expect(recent.ago('notifications.7')).toBeNull()
  recent.note('notifications.7')
  pass(400)
  expect(recent.ago('notifications.7')).toBe(400)
  expect(recent.ago('notifications.8')).toBeNull()
  recent.note('notifications.7')
  pass(RECENT_MS)
  expect(recent.ago('notifications.7')).toBe(RECENT_MS)
  pass(1)
  expect(recent.ago('notifications.7')).toBeNull()
})

test('events before the process started are unknown, and count as one event at its start', () => {
  const { recent, pass } = at(0)
  pass(2_000)
  expect(recent.ago('notifications.7')).toBe(2_000)
})

test('a long silence forgets everything', () => {
  const { recent, pass } = at(0)
  recent.note('notifications.7')
  pass(RECENT_MS * 2.5)
  recent.note('notifications.8')
  expect(recent.ago('notifications.7')).toBeNull()
  expect(recent.ago('notifications.8')).toBe(0)
})
