import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditsFor, divide, type RefundFacts, refundable } from './refund.ts'

const five: RefundFacts = {
  total_cents: 20_000,
  subtotal_cents: 20_000,
  refunded_cents: 0,
  shares: [{ total_cents: 20_000, seats: 5, used: 0, unused: 5 }],
}
const used = (count: number) => ({
  ...five,
  shares: [{ total_cents: 20_000, seats: 5, used: count, unused: 5 - count }],
})

test('used credits are not refunded (ORD-045)', () => {
  expect(refundable(five)).toBe(20_000)
  expect(refundable(used(2))).toBe(12_000)
  expect(refundable(used(5))).toBe(0)
})

test('earlier refunds count (ORD-022)', () => {
  expect(refundable({ ...five, refunded_cents: 15_000 })).toBe(5_000)
  expect(refundable({ ...used(2), refunded_cents: 12_000 })).toBe(0)
})

test('tax is refunded with the item it was paid for (ORD-045, CRT-017)', () => {
  expect(refundable({ ...used(1), total_cents: 21_650 })).toBe(17_320)
})

test('a full refund takes back every unused credit, a partial one as many as it covers (ORD-022, ORD-045)', () => {
  expect(creditsFor(used(2), 12_000)).toBe(3)
  expect(creditsFor(five, 4_000)).toBe(1)
  expect(creditsFor(five, 3_999)).toBe(0)
  expect(creditsFor({ ...five, total_cents: 21_650 }, 4_330)).toBe(1)
})

test('credits refunded before are not refunded again, and the rest still can be (ORD-022, ORD-045)', () => {
  const after = { ...five, refunded_cents: 12_000, shares: [{ total_cents: 20_000, seats: 5, used: 0, unused: 2 }] }
  expect(refundable(after)).toBe(8_000)
  expect(creditsFor(after, 8_000)).toBe(2)
})

test('the buyer’s own seat is not a credit to take back (ORD-013, ORD-045)', () => {
  const seat = { ...five, shares: [{ total_cents: 20_000, seats: 1, used: 0, unused: 0 }] }
  expect(refundable(seat)).toBe(20_000)
  expect(creditsFor(seat, 20_000)).toBe(0)
  expect(creditsFor(seat, 10_000)).toBe(0)
})

test('a partial refund with several prices takes back no credit that it does not cover (ORD-045)', () => {
  const mixed = {
    ...five,
    shares: [
      { total_cents: 5_000, seats: 5, used: 0, unused: 5 },
      { total_cents: 15_000, seats: 3, used: 0, unused: 3 },
    ],
  }
  expect(creditsFor(mixed, 10_000)).toBe(2)
})

const facts = fc
  .record({
    shares: fc.array(
      fc
        .record({
          total_cents: fc.nat(1_000_000),
          seats: fc.integer({ min: 1, max: 9999 }),
          part: fc.double({ min: 0, max: 1, noNaN: true }),
        })
        .map(({ total_cents, seats, part }) => ({
          total_cents,
          seats,
          used: Math.round(seats * part),
          unused: seats - Math.round(seats * part),
        })),
      { minLength: 1, maxLength: 5 },
    ),
    tax: fc.nat(1000),
    refunded: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ shares, tax, refunded }): RefundFacts => {
    const subtotal = shares.reduce((sum, share) => sum + share.total_cents, 0)
    const total = subtotal === 0 ? 0 : subtotal + tax
    return { shares, subtotal_cents: subtotal, total_cents: total, refunded_cents: Math.floor(total * refunded) }
  })

test('refunds are whole cents and never more than was paid (ORD-022)', () => {
  fc.assert(
    fc.property(facts, (order) => {
      const most = refundable(order)
      expect(Number.isSafeInteger(most)).toBe(true)
      expect(most).toBeGreaterThanOrEqual(0)
      expect(most + order.refunded_cents).toBeLessThanOrEqual(Math.max(order.total_cents, order.refunded_cents))
    }),
  )
})

test('any sequence of partial refunds ends at the same sum, and takes back no more credits than are unused (ORD-022, ORD-045)', () => {
  fc.assert(
    fc.property(facts, fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 8 }), (order, amounts) => {
      const most = refundable(order)
      let current = order
      for (const expected of amounts) {
        const amount = Math.min(expected, refundable(current))
        const unused = order.shares.reduce((sum, share) => sum + share.unused, 0)
        expect(creditsFor(current, amount)).toBeLessThanOrEqual(unused)
        current = { ...current, refunded_cents: current.refunded_cents + amount }
      }
      expect(current.refunded_cents + refundable(current)).toBe(order.refunded_cents + most)
    }),
  )
})

test('an amount is divided without losing a cent', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 60 }), (cents, parts) => {
      const divided = divide(cents, parts)
      expect(divided.length).toBe(parts)
      expect(divided.reduce((sum, part) => sum + part, 0)).toBe(cents)
      expect(Math.max(...divided) - Math.min(...divided)).toBeLessThanOrEqual(1)
    }),
  )
})
