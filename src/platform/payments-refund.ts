import type { Stripe } from 'stripe'
import { isTooLarge } from './payments-errors.ts'
import { isKeyOld, madeSince } from './payments-read.ts'
import { PaymentsError, type Refund, type RefundRequest, type ReversalRequest } from './payments-types.ts'

const read = ({ id, amount, status }: Stripe.Refund): Refund => ({
  refund_reference: id,
  amount_cents: amount,
  status: status === 'succeeded' || status === 'failed' ? status : 'pending',
})

/** The refund that an earlier try has made, whose key the provider has forgotten. */
const findEarlier = async (
  { refunds }: Stripe,
  { payment_reference, idempotency_key, asked_at }: RefundRequest & { asked_at: Date },
): Promise<Stripe.Refund | undefined> => {
  const made = refunds.list({ payment_intent: payment_reference, created: madeSince(asked_at), limit: 100 })
  for await (const refund of made) if (refund.metadata?.request === idempotency_key) return refund
  return undefined
}

/** Gives money back, once for each key; see `Payments.refund`. */
export const refundPayment = async (stripe: Stripe, request: RefundRequest): Promise<Refund> => {
  const { payment_reference, amount_cents, idempotency_key, asked_at } = request
  const earlier = isKeyOld(asked_at) ? await findEarlier(stripe, { ...request, asked_at }) : undefined
  if (earlier) return read(earlier)
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: payment_reference,
        amount: amount_cents,
        metadata: { request: idempotency_key },
        ...(request.is_transfer_reversed ? { reverse_transfer: true } : {}),
        ...(request.is_share_returned ? { refund_application_fee: true } : {}),
      },
      { idempotencyKey: idempotency_key },
    )
    return read(refund)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    throw new PaymentsError('refund_too_large', 'Less than that is left of the payment.', error)
  }
}

/** See `Payments.reverseTransfer`. */
export const reverseTransfer = async (stripe: Stripe, request: ReversalRequest): Promise<void> => {
  const { payment_reference, amount_cents, is_share_returned, idempotency_key } = request
  const intent = await stripe.paymentIntents.retrieve(payment_reference, { expand: ['latest_charge.transfer'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transfer = typeof charge?.transfer === 'object' ? charge.transfer : null
  if (!charge || !transfer) return
  for await (const { metadata } of stripe.transfers.listReversals(transfer.id, { limit: 100 }))
    if (metadata?.request === idempotency_key) return
  const share = Math.round((transfer.amount * amount_cents) / charge.amount)
  const amount = Math.min(share, transfer.amount - transfer.amount_reversed)
  if (amount === 0) return
  await stripe.transfers.createReversal(
    transfer.id,
    {
      amount,
      metadata: { request: idempotency_key },
      ...(is_share_returned && { refund_application_fee: true }),
    },
    { idempotencyKey: idempotency_key },
  )
}
