import { formatCents } from '#kernel/format.ts'
import { isPlanType, type OrderType } from '#kernel/product/orders.ts'
import { centsOf } from '#kernel/product/prices.ts'
import { creditsFor, refundable } from './refund.ts'

type Order = {
  type: OrderType
  user: { display_name: string }
  /** Where something of it is sent. */
  shipping_address?: object | null
  courses: readonly { title: string; outcome: 'enrolled' | 'credits' | null }[]
}
/** As an order is answered: amounts with two places. */
type Refund = {
  total: number
  subtotal: number
  refunded: number
  shares: readonly { total: number; seats: number; used: number; unused: number }[]
}

const listed = (titles: readonly string[]) =>
  titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
const counted = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

/** What a refund of an amount in cents does, in words, before anybody gives it (ORD-013, ORD-022, ORD-045). */
export const consequencesOf = (order: Order, refund: Refund, amount_cents: number): string[] => {
  const facts = {
    total_cents: centsOf(refund.total),
    subtotal_cents: centsOf(refund.subtotal),
    refunded_cents: centsOf(refund.refunded),
    shares: refund.shares.map(({ total, ...share }) => ({ ...share, total_cents: centsOf(total) })),
  }
  const most = refundable(facts)
  if (amount_cents > most) return []
  const isFull = amount_cents === most
  const taken = creditsFor(facts, amount_cents)
  const used = facts.shares.reduce((sum, share) => sum + share.used, 0)
  const left = facts.shares.reduce((sum, share) => sum + share.unused, 0) - taken
  const entered = order.courses.filter(({ outcome }) => outcome === 'enrolled').map(({ title }) => title)
  return [
    `${formatCents(amount_cents)} go back to ${order.user.display_name}, who gets a mail about it.`,
    ...(taken > 0
      ? [`${counted(taken, 'unused credit')} of this order ${taken === 1 ? 'is' : 'are'} taken back.`]
      : []),
    ...(left > 0 ? [`${counted(left, 'unused credit')} of this order stay${left === 1 ? 's' : ''}.`] : []),
    ...(used > 0
      ? [
          `${counted(used, 'credit')} ${used === 1 ? 'is' : 'are'} used by enrollments, which stay and are not refunded.`,
        ]
      : []),
    ...(entered.length > 0
      ? [
          isFull
            ? `Access of this order to ${listed(entered)} ends, unless a certificate was issued.`
            : `Access to ${listed(entered)} stays.`,
        ]
      : []),
    ...(order.shipping_address && facts.refunded_cents + amount_cents === facts.total_cents
      ? ['The shipment is canceled, unless the carrier already has it.']
      : []),
    ...(isPlanType(order.type)
      ? [isFull ? 'If this order began the running term, the subscription ends now.' : 'The subscription continues.']
      : []),
  ]
}
