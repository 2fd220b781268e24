import type { Stripe } from 'stripe'
import { errors, isTooLarge } from './errors.ts'
import { isKeyOld, madeSince } from './read.ts'
import { PaymentsError, type ProviderRefund, type Refund, type RefundRequest } from './types.ts'

const toRefund = ({ id, amount, status }: Stripe.Refund): Refund => ({
  refund_reference: id,
  amount_cents: amount,
  status: status === 'succeeded' ? status : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
})

/** The refund that an earlier try has made, whose key the provider has forgotten. */
const findEarlier = async (
  { refunds }: Stripe,
  { payment_reference, idempotency_key, asked_at }: RefundRequest & { asked_at: Date },
): Promise<Stripe.Refund | undefined> => {
  const listed = refunds.list({ payment_intent: payment_reference, created: madeSince(asked_at), limit: 100 })
  for await (const refund of listed) if (refund.metadata?.request === idempotency_key) return refund
  return undefined
}

/** Gives money back, once for each key; see `Payments.refund`. */
export const refundPayment = async (stripe: Stripe, request: RefundRequest): Promise<Refund> => {
  const { payment_reference, amount_cents, idempotency_key, asked_at } = request
  const earlier = isKeyOld(asked_at) ? await findEarlier(stripe, { ...request, asked_at }) : undefined
  if (earlier) return toRefund(earlier)
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
    return toRefund(refund)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    throw new PaymentsError('refund_too_large', 'Less than that is left of the payment.', error)
  }
}

/** See `Payments.listRefunds`. */
export const listRefunds = async (stripe: Stripe, payment_intent: string): Promise<ProviderRefund[]> => {
  const refunds: ProviderRefund[] = []
  try {
    for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) {
      const { failure_reason = null, metadata } = refund
      refunds.push({ ...toRefund(refund), failure: failure_reason, request: metadata?.request ?? null })
    }
  } catch (error) {
    if (!(error instanceof errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error
  }
  return refunds.toReversed()
}
