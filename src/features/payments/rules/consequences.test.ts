import { expect, test } from 'vitest'
import { consequencesOf } from './consequences.ts'

const user = { display_name: 'Bea Buyer' }
const seats = (used: number, unused: number) => ({ total: 250, seats: 5, used, unused })
const order = (more: object) => ({ type: 'course' as const, user, courses: [], ...more })
const paid = (share: object, more: object = {}) => ({
  total: 250,
  subtotal: 250,
  refunded: 0,
  shares: [share as ReturnType<typeof seats>],
  ...more,
})
const credits = order({ courses: [{ title: 'Ladders', outcome: 'credits' }] })
const MAIL = 'go back to Bea Buyer, who gets a mail about it.'

test.each([
  [
    'all unused credits',
    credits,
    paid(seats(0, 5)),
    25_000,
    [`$250.00 ${MAIL}`, '5 unused credits of this order are taken back.'],
  ],
  [
    'all that is not used',
    credits,
    paid(seats(2, 3)),
    15_000,
    [
      `$150.00 ${MAIL}`,
      '3 unused credits of this order are taken back.',
      '2 credits are used by enrollments, which stay and are not refunded.',
    ],
  ],
  [
    'a part pays back as many credits as it covers',
    credits,
    paid(seats(1, 4)),
    7500,
    [
      `$75.00 ${MAIL}`,
      '1 unused credit of this order is taken back.',
      '3 unused credits of this order stay.',
      '1 credit is used by enrollments, which stay and are not refunded.',
    ],
  ],
  [
    'a seat of the buyer',
    order({
      courses: [
        { title: 'Ladders', outcome: 'enrolled' },
        { title: 'Ropes', outcome: 'enrolled' },
      ],
    }),
    paid({ total: 250, seats: 1, used: 0, unused: 0 }),
    25_000,
    [`$250.00 ${MAIL}`, 'Access of this order to Ladders and Ropes ends, unless a certificate was issued.'],
  ],
  [
    'a part of it',
    order({ courses: [{ title: 'Ladders', outcome: 'enrolled' }] }),
    paid({ total: 250, seats: 1, used: 0, unused: 0 }),
    100,
    [`$1.00 ${MAIL}`, 'Access to Ladders stays.'],
  ],
  [
    'a subscription',
    order({ type: 'subscription' }),
    paid({ total: 250, seats: 1, used: 0, unused: 0 }),
    25_000,
    [`$250.00 ${MAIL}`, 'If this order began the running term, the subscription ends now.'],
  ],
] as const)(
  '%s: what a refund does is said before (ORD-013, ORD-022, ORD-045)',
  (_case, order, refund, cents, lines) => {
    expect(consequencesOf(order as never, refund as never, cents)).toEqual(lines)
  },
)

test('more than can be refunded promises nothing (ORD-022)', () => {
  expect(consequencesOf(credits as never, paid(seats(5, 0)), 1)).toEqual([])
  expect(consequencesOf(credits as never, paid(seats(0, 5), { refunded: 250 }), 1)).toEqual([])
})

test('a parcel is recalled with a full refund, never with a partial one (SHP-010, ORD-022)', () => {
  const sent = { ...credits, shipping_address: {} }
  const TAKEN = 'The shipment is canceled, unless the carrier already has it.'
  expect(consequencesOf(sent, paid(seats(0, 5)), 25_000)).toContain(TAKEN)
  expect(consequencesOf(sent, paid(seats(0, 5)), 24_999)).not.toContain(TAKEN)
  expect(consequencesOf(sent, paid(seats(2, 3)), 15_000)).not.toContain(TAKEN)
  expect(consequencesOf(credits, paid(seats(0, 5)), 25_000)).not.toContain(TAKEN)
})
