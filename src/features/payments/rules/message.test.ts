import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import { canMove } from '../../orders/rules/status.ts'
import { decideMessage, type MessageDecision, type OrderFacts, type PaymentMessage } from './message.ts'

const order: OrderFacts = { status: 1, payment_reference: null, subtotal_cents: 5000 }
const paid: PaymentMessage = {
  kind: 'paid',
  is_own_page: true,
  payment_reference: 'pi_1',
  total_cents: 5400,
  tax_cents: 400,
  currency: 'usd',
}

test.each<[string, Partial<OrderFacts>, Partial<PaymentMessage>, MessageDecision]>([
  ['money for a pending order', {}, {}, 'complete'],
  ['money after the buyer was through', { status: 5 }, {}, 'complete'],
  ['the same money again', { status: 3, payment_reference: 'pi_1' }, {}, 'ignore'],
  ['the same money again after it went back', { status: 6, payment_reference: 'pi_1' }, {}, 'ignore'],
  ['a second payment', { status: 3, payment_reference: 'pi_0' }, {}, 'refund'],
  ['money for a cancelled order', { status: 2 }, {}, 'refund'],
  ['money for a failed order', { status: 4 }, {}, 'refund'],
  ['money of another shop on the same account', {}, { is_own_page: false }, 'ignore'],
  ['money of another shop, for a closed order', { status: 2 }, { is_own_page: false }, 'ignore'],
  ['the wrong amount', {}, { total_cents: 4000 }, 'refuse'],
  ['the right amount of another currency', {}, { currency: 'cad' }, 'refuse'],
  ['a buyer who is through', {}, { kind: 'awaiting' }, 'await'],
  ['a buyer who is through, told again', { status: 5 }, { kind: 'awaiting' }, 'ignore'],
  ['a buyer who is through, told after the money', { status: 3 }, { kind: 'awaiting' }, 'ignore'],
  ['money that will not come', { status: 5 }, { kind: 'not_paid' }, 'fail'],
  ['money that will not come for an order that is over', { status: 2 }, { kind: 'not_paid' }, 'ignore'],
  ['a page that ran out', {}, { kind: 'closed' }, 'cancel'],
  ['a page that ran out, told after the money', { status: 3 }, { kind: 'closed' }, 'ignore'],
  ['a page that ran out while money is on its way', { status: 5 }, { kind: 'closed' }, 'ignore'],
])('%s (ORD-009, ORD-046)', (_, facts, message, expected) => {
  expect(decideMessage({ ...order, ...facts }, { ...paid, ...message })).toBe(expected)
})

const status = fc.constantFrom<OrderStatus>(...Object.values(ORDER_STATUS))
const messages = fc.record({
  currency: fc.constantFrom('usd', 'usd', 'usd', 'cad'),
  kind: fc.constantFrom<PaymentMessage['kind']>('paid', 'awaiting', 'not_paid', 'closed'),
  is_own_page: fc.boolean(),
  payment_reference: fc.constantFrom('pi_1', 'pi_2'),
  total_cents: fc.constantFrom(5000, 5400, 1),
  tax_cents: fc.constantFrom(0, 400),
})
const TARGET: Partial<Record<MessageDecision, OrderStatus>> = { await: 5, fail: 4, cancel: 2, refuse: 4 }

test('no message asks for a transition that the table refuses (ORD-007)', () => {
  fc.assert(
    fc.property(status, messages, (from, message) => {
      const decision = decideMessage({ ...order, status: from }, message)
      const to = TARGET[decision]
      if (to !== undefined) expect(canMove(from, to)).toBe(true)
      // Completing passes through processing, which is one more transition if the order is still pending.
      if (decision === 'complete') expect(from === 5 || (canMove(from, 5) && canMove(5, 3))).toBe(true)
    }),
  )
})

/** The order as the action leaves it after a message. */
const after = (before: OrderFacts, message: PaymentMessage): [OrderFacts, MessageDecision] => {
  const decision = decideMessage(before, message)
  if (decision === 'complete') return [{ ...before, status: 3, payment_reference: message.payment_reference }, decision]
  return [{ ...before, status: TARGET[decision] ?? before.status }, decision]
}

test('an order completes at most once and keeps one payment, whatever messages arrive in whatever order (ORD-009, ORD-012)', () => {
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 12 }), (sequence) => {
      let current = order
      const decisions: MessageDecision[] = []
      for (const message of sequence) {
        const [next, decision] = after(current, message)
        current = next
        decisions.push(decision)
      }
      expect(decisions.filter((decision) => decision === 'complete').length).toBeLessThanOrEqual(1)
      expect(current.payment_reference !== null).toBe(decisions.includes('complete'))
    }),
  )
})
