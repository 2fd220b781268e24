import type { Stripe } from 'stripe'
import { badParam, noSuch, StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import type { Params } from './params.ts'
import { book } from './payment-objects.ts'
import type { Route } from './route.ts'
import { reverseTransfer } from './transfers.ts'
import type { Work } from './work.ts'

function chargeOf(work: Work, params: Params): Stripe.Charge {
  const intentId = params.string('payment_intent')
  const chargeId = params.string('charge')
  if (!intentId && !chargeId)
    throw badParam(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'charge',
    )
  const intent = intentId ? work.find('payment_intents', intentId) : undefined
  if (intentId && !intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? String(intent?.latest_charge)
  const charge = work.find('charges', id)
  if (chargeId && !charge) throw noSuch('charge', chargeId, 'charge')
  if (charge?.status !== 'succeeded' || (intent && intent.status !== 'succeeded'))
    throw new StripeFailure(`This PaymentIntent (${intentId ?? id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: intentId ? 'payment_intent' : 'charge',
    })
  return charge
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Refunds all or part of a charge, never more than the charge. Fees are not refunded. */
function createRefund(work: Work, params: Params): Stripe.Refund {
  const charge = chargeOf(work, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.integer('amount', { min: 1 }) ?? left
  const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null
  const metadata = params.metadata()
  const isReversed = params.flag('reverse_transfer') ?? false
  const isFeeRefunded = params.flag('refund_application_fee') ?? false
  if (charge.disputed)
    throw new StripeFailure(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw new StripeFailure(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left)
    throw new StripeFailure(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  if (isReversed && !charge.transfer)
    throw new StripeFailure(
      `Cannot reverse transfer on charge ${charge.id} because it does not have an associated transfer.`,
    )
  if (isFeeRefunded && charge.application_fee_amount === null)
    throw new StripeFailure(`Charge ${charge.id} has no associated application fee.`)

  const id = newId('re')
  const transaction = book(work, {
    amount: -amount,
    fee: 0,
    type: 'refund',
    reporting_category: 'refund',
    source: id,
    description: 'REFUND FOR CHARGE',
  })
  const refund = work.put('refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: isReversed ? reverseTransfer(work, charge, id, amount) : null,
  })
  const after = work.put('charges', {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  })
  work.emit('refund.created', refund)
  work.emit('charge.refunded', after, { amount_refunded: charge.amount_refunded, refunded: charge.refunded })
  return refund
}

/** The buyer's bank returns a refund days later: the money is in the account again; a reversed transfer stays reversed. */
export function failRefund(work: Work, refundId: string, reason: string): Stripe.Refund {
  const refund = work.find('refunds', refundId)
  if (!refund) throw noSuch('refund', refundId)
  if (refund.status === 'failed') throw new StripeFailure(`Refund ${refundId} has failed already.`)
  const charge = work.find('charges', String(refund.charge))
  if (!charge) throw noSuch('charge', String(refund.charge))
  const transaction = book(work, {
    amount: refund.amount,
    fee: 0,
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    source: refundId,
    description: 'REFUND FAILURE',
  })
  const after = work.put('refunds', {
    ...refund,
    failure_balance_transaction: transaction.id,
    failure_reason: reason,
    status: 'failed',
  })
  work.put('charges', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  work.emit('charge.refund.updated', after, { status: refund.status })
  work.emit('refund.updated', after, { status: refund.status })
  work.emit('refund.failed', after)
  return after
}

export const refundRoutes: Route[] = [
  { method: 'POST', path: '/v1/refunds', run: ({ work, params }) => createRefund(work, params) },
]
