import { expect, test } from 'vitest'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import { ORDER_MOVES } from './status.ts'
import { isWaiting, pauseBefore } from './waiting.ts'

test('the pauses grow and end after some minutes (ORD-009)', () => {
  const pauses: number[] = []
  for (let looks = 0; ; looks++) {
    const pause = pauseBefore(looks)
    if (pause === null) break
    expect(pause).toBeGreaterThanOrEqual(pauses.at(-1) ?? 0)
    pauses.push(pause)
  }
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(pauses[0]).toBeLessThanOrEqual(1000)
  expect(total).toBeGreaterThan(180_000)
  expect(total).toBeLessThan(300_000)
})

test('the page waits in states that can still become completed (ORD-007)', () => {
  // A refunded order was completed before. Nobody waits for its refund to fail (ORD-051).
  const canComplete = (status: OrderStatus): boolean =>
    status !== ORDER_STATUS.refunded &&
    ORDER_MOVES[status].some((next) => next === ORDER_STATUS.completed || canComplete(next))
  for (const status of Object.values(ORDER_STATUS)) expect(isWaiting(status)).toBe(canComplete(status))
})
