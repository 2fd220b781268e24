import type { Stripe } from 'stripe'
import { errors } from './errors.ts'
import { idOf, isKeyOld, madeSince } from './read.ts'
import { PaymentsError, type SavedCardCharge } from './types.ts'

/** Marks payments with a saved card in their metadata, because no page reports them. */
export const OFF_SESSION = 'is_off_session'
/** Where such a payment says how much of it is sales tax, in cents; a page says it without this. */
const TAX = 'tax_cents'

/** The sales tax in a payment with a saved card, in cents. */
export const taxIn = (intent: Pick<Stripe.PaymentIntent, 'metadata'>): number => {
  const cents = Number(intent.metadata[TAX] ?? 0)
  return Number.isSafeInteger(cents) && cents > 0 ? cents : 0
}

const isUnknownPlace = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError &&
  ['customer_tax_location_invalid', 'invalid_tax_location'].includes(error.code ?? '')

type Taxed = { id: string; total_cents: number; tax_cents: number }

/**
 * What the provider adds to an amount, by the address of the bill, else by that of the customer; null where it knows
 * neither, and so no tax.
 */
const calculateTax = async (
  { tax }: Stripe,
  customer: string,
  { amount_cents, title, idempotency_key, tax: taxRequest }: SavedCardCharge,
): Promise<Taxed | null> => {
  if (!taxRequest) return null
  const places = [
    ...(taxRequest.address
      ? [{ customer_details: { address: taxRequest.address, address_source: 'billing' as const } }]
      : []),
    { customer },
  ]
  for (const [index, place] of places.entries())
    try {
      const calculation = await tax.calculations.create(
        {
          currency: 'usd',
          // Prices of the product are without tax (CRT-017).
          line_items: [{ amount: amount_cents, reference: title.slice(0, 500), tax_behavior: 'exclusive' }],
          ...place,
        },
        // The same try gets the same tax, so that the charge that follows is the same as well.
        { idempotencyKey: `${idempotency_key}-tax-${index}` },
      )
      const { id, amount_total, tax_amount_exclusive } = calculation
      if (id === null) throw new PaymentsError('payment_refused', 'The calculation of the sales tax has no id.')
      return { id, total_cents: amount_total, tax_cents: tax_amount_exclusive }
    } catch (error) {
      if (!isUnknownPlace(error)) throw error
    }
  return null
}

/**
 * What an earlier try to charge this card for this order came to, where the provider has forgotten its key; null for none.
 * An order that another card has paid is charged; one that another card has not is open.
 */
const findEarlier = async (
  { paymentIntents }: Stripe,
  { customer, payment_method }: { customer: string; payment_method: string },
  { order_id, asked_at }: SavedCardCharge & { asked_at: Date },
): Promise<'charged' | 'refused' | null> => {
  let isRefused = false
  for await (const intent of paymentIntents.list({ customer, created: madeSince(asked_at), limit: 100 })) {
    const { metadata, status, last_payment_error: error } = intent
    if (metadata[OFF_SESSION] !== 'yes' || metadata.order_id !== String(order_id)) continue
    if (status === 'succeeded' || status === 'processing') return 'charged'
    isRefused ||= error?.payment_method?.id === payment_method
  }
  return isRefused ? 'refused' : null
}

/** Charges the card that an earlier payment has saved; see `Payments.chargeSavedCard`. */
export const chargeSavedCard = async (stripe: Stripe, request: SavedCardCharge): Promise<'charged' | 'refused'> => {
  const saved = await stripe.paymentIntents.retrieve(request.card_reference)
  const customer = idOf(saved.customer)
  const payment_method = idOf(saved.payment_method)
  if (!customer || !payment_method)
    throw new PaymentsError('payment_refused', `The payment ${request.card_reference} has saved no card.`)
  const { asked_at } = request
  const earlier = isKeyOld(asked_at)
    ? await findEarlier(stripe, { customer, payment_method }, { ...request, asked_at })
    : null
  if (earlier) return earlier
  const taxed = await calculateTax(stripe, customer, request)
  try {
    await stripe.paymentIntents.create(
      {
        amount: taxed?.total_cents ?? request.amount_cents,
        currency: 'usd',
        customer,
        payment_method,
        off_session: true,
        confirm: true,
        description: request.title,
        receipt_email: request.customer_email,
        metadata: {
          order_id: String(request.order_id),
          [OFF_SESSION]: 'yes',
          ...(taxed && { [TAX]: String(taxed.tax_cents) }),
        },
        // The provider books the tax with the payment.
        ...(taxed && { hooks: { inputs: { tax: { calculation: taxed.id } } } }),
      },
      { idempotencyKey: request.idempotency_key },
    )
    return 'charged'
  } catch (error) {
    if (error instanceof errors.StripeCardError) return 'refused'
    throw error
  }
}
