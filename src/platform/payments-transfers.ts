import type { Stripe } from 'stripe'
import { idOf } from './payments-read.ts'
import type { PassOnRequest, ReversalRequest } from './payments-types.ts'

/** What is passed on again of a payment stands under this name at the provider. */
const againGroup = (payment_reference: string) => `again-${payment_reference}`

const chargeOf = async (stripe: Stripe, payment_reference: string): Promise<Stripe.Charge | null> => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment_reference, {
    expand: ['latest_charge.transfer'],
  })
  return typeof latest_charge === 'object' ? latest_charge : null
}

/** What an account gets of a part of a payment: all of it but the platform's share. */
const partOf = ({ amount, application_fee_amount }: Stripe.Charge, cents: number): number =>
  cents - Math.round(((application_fee_amount ?? 0) * cents) / amount)

const listAgain = async ({ transfers }: Stripe, payment_reference: string): Promise<Stripe.Transfer[]> => {
  const all: Stripe.Transfer[] = []
  for await (const one of transfers.list({ transfer_group: againGroup(payment_reference), limit: 100 })) all.push(one)
  return all.toReversed()
}

/** See `Payments.passOnAgain`. The provider leaves a reversed transfer reversed when its refund fails. */
export const passOnAgain = async (stripe: Stripe, request: PassOnRequest): Promise<void> => {
  const { payment_reference, refund_reference, idempotency_key } = request
  const refund = await stripe.refunds.retrieve(refund_reference)
  const charge = refund.transfer_reversal ? await chargeOf(stripe, payment_reference) : null
  const destination = idOf(charge?.transfer_data?.destination ?? null)
  if (!charge || !destination) return
  const earlier = await listAgain(stripe, payment_reference)
  if (earlier.some(({ metadata }) => metadata.request === idempotency_key)) return
  await stripe.transfers.create(
    {
      amount: partOf(charge, refund.amount),
      currency: charge.currency,
      destination,
      transfer_group: againGroup(payment_reference),
      metadata: { request: idempotency_key },
    },
    { idempotencyKey: idempotency_key },
  )
}

type Taking = { wanted: number; is_share_returned: boolean; key: string }

/** Takes up to so much of one transfer back, once for each key; answers how much of it has gone back under that key. */
const takeFrom = async (stripe: Stripe, transfer: Stripe.Transfer, given: Taking): Promise<number> => {
  for await (const { metadata, amount } of stripe.transfers.listReversals(transfer.id, { limit: 100 }))
    if (metadata?.request === given.key) return amount
  const amount = Math.min(given.wanted, transfer.amount - transfer.amount_reversed)
  if (amount <= 0) return 0
  await stripe.transfers.createReversal(
    transfer.id,
    {
      amount,
      metadata: { request: given.key },
      ...(given.is_share_returned && { refund_application_fee: true }),
    },
    { idempotencyKey: `${given.key}-${transfer.id}` },
  )
  return amount
}

/** See `Payments.reverseTransfer`. What the first transfer has not left is taken from what was passed on again. */
export const reverseTransfer = async (stripe: Stripe, request: ReversalRequest): Promise<void> => {
  const { payment_reference, amount_cents, is_share_returned, idempotency_key: key } = request
  const charge = await chargeOf(stripe, payment_reference)
  const transfer = typeof charge?.transfer === 'object' ? charge.transfer : null
  if (!charge || !transfer) return
  const wanted = Math.round((transfer.amount * amount_cents) / charge.amount)
  const taken = await takeFrom(stripe, transfer, { wanted, is_share_returned, key })
  let open = partOf(charge, Math.round(((wanted - taken) * charge.amount) / transfer.amount))
  if (open === 0) return
  for (const again of await listAgain(stripe, payment_reference))
    open -= await takeFrom(stripe, again, { wanted: open, is_share_returned: false, key })
}
