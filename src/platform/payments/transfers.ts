import type { Stripe } from 'stripe'
import { idOf } from './read.ts'
import type { PassOnRequest, ReversalRequest } from './types.ts'

/** The provider's name for the part of a payment that was passed on again. */
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

/** The transfers by which a payment was passed on, the first one and what was passed on again. */
const transfersOf = async (stripe: Stripe, charge: Stripe.Charge, reference: string): Promise<Stripe.Transfer[]> => [
  ...(typeof charge.transfer === 'object' ? [charge.transfer] : []),
  ...(await listAgain(stripe, reference)),
]

/** What has been taken back of a transfer under a key; null for nothing. */
const takenUnder = async ({ transfers }: Stripe, { id }: Stripe.Transfer, key: string): Promise<number | null> => {
  for await (const { metadata, amount } of transfers.listReversals(id, { limit: 100 }))
    if (metadata?.request === key) return amount
  return null
}

const wasTakenUnder = async (stripe: Stripe, transfers: readonly Stripe.Transfer[], key: string): Promise<boolean> => {
  for (const transfer of transfers) if ((await takenUnder(stripe, transfer, key)) !== null) return true
  return false
}

/** See `Payments.passOnAgain`. The provider leaves a reversed transfer reversed when its refund fails. */
export const passOnAgain = async (stripe: Stripe, request: PassOnRequest): Promise<void> => {
  const { payment_reference, refund_reference, reversal_key, idempotency_key } = request
  const refund = await stripe.refunds.retrieve(refund_reference)
  const charge = await chargeOf(stripe, payment_reference)
  const destination = idOf(charge?.transfer_data?.destination ?? null)
  if (!charge || !destination) return
  const earlier = await transfersOf(stripe, charge, payment_reference)
  if (!refund.transfer_reversal && !(await wasTakenUnder(stripe, earlier, reversal_key))) return
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

type Taking = { share: number; is_share_returned: boolean; key: string }

/** Takes up to so much of one transfer back, once for each key; answers how much of it has gone back under that key. */
const takeFrom = async (stripe: Stripe, transfer: Stripe.Transfer, taking: Taking): Promise<number> => {
  const before = await takenUnder(stripe, transfer, taking.key)
  if (before !== null) return before
  const amount = Math.min(taking.share, transfer.amount - transfer.amount_reversed)
  if (amount <= 0) return 0
  await stripe.transfers.createReversal(
    transfer.id,
    {
      amount,
      metadata: { request: taking.key },
      ...(taking.is_share_returned && { refund_application_fee: true }),
    },
    { idempotencyKey: `${taking.key}-${transfer.id}` },
  )
  return amount
}

/** See `Payments.reverseTransfer`. What the first transfer has not left is taken from what was passed on again. */
export const reverseTransfer = async (stripe: Stripe, request: ReversalRequest): Promise<void> => {
  const { payment_reference, amount_cents, is_share_returned, idempotency_key: key } = request
  const charge = await chargeOf(stripe, payment_reference)
  const transfer = typeof charge?.transfer === 'object' ? charge.transfer : null
  if (!charge || !transfer) return
  const share = Math.round((transfer.amount * amount_cents) / charge.amount)
  const returned = await takeFrom(stripe, transfer, { share, is_share_returned, key })
  let open = partOf(charge, Math.round(((share - returned) * charge.amount) / transfer.amount))
  if (open === 0) return
  for (const again of await listAgain(stripe, payment_reference))
    open -= await takeFrom(stripe, again, { share: open, is_share_returned: false, key })
}

/** What the account that got a payment has of it by now, in cents; its charge and transfer must be expanded. */
export const netReceived = async (
  stripe: Stripe,
  { id, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<number> => {
  const transfer = typeof charge === 'object' && typeof charge?.transfer === 'object' ? charge.transfer : null
  if (typeof charge !== 'object' || !charge || !transfer) return 0
  const remaining = (transfer.amount - transfer.amount_reversed) / transfer.amount
  const first = Math.round(partOf(charge, charge.amount) * remaining)
  // Nothing is passed on again before something was taken back.
  const again = transfer.amount_reversed > 0 ? await listAgain(stripe, id) : []
  return again.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, first)
}
