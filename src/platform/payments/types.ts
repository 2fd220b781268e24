import type { Stripe } from 'stripe'

export type PaymentsErrorCode =
  /** No key is configured; nothing can be paid. */
  | 'payments_off'
  /** The provider could not be reached or did not answer; the same call may be made again with the same key. */
  | 'payments_unreachable'
  | 'payment_not_found'
  /** More than is left of the payment; nothing has been refunded. */
  | 'refund_too_large'
  /** The buyer's bank has taken the payment back; it cannot be refunded. */
  | 'payment_disputed'
  /** Everything else that the provider refuses; a fault of ours, see `cause`. */
  | 'payment_refused'

/** The only error that the functions of `Payments` throw. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
  readonly code: PaymentsErrorCode

  constructor(code: PaymentsErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export interface CheckoutItem {
  title: string
  quantity: number
  unit_price_cents: number
  description?: string
  /** Taxed as what sending costs. */
  is_shipping?: boolean
}

export interface CheckoutRequest {
  order_id: number
  items: CheckoutItem[]
  customer_email: string
  success_url: string
  cancel_url: string
  /** The same key gives the same checkout for a day; everything else must then be the same as well. */
  idempotency_key: string
  /** Lets the provider add sales tax to the total (CRT-017). */
  automatic_tax: boolean
  /** When the page closes automatically: 30 minutes to 24 hours from now. Taken from the order, not from the clock. */
  expires_at: Date
  /** The name that the buyer sees on the page. */
  merchant_name?: string
  /** Lets the card be charged again without the buyer; see `chargeSavedCard`. */
  saves_card?: boolean
  /** The account that gets the money, less the platform's share. */
  destination?: { account_id: string; platform_share_cents: number }
}

export interface OpenedCheckout {
  checkout_id: string
  /** The provider's page; null when the checkout is closed. */
  url: string | null
}

export interface Checkout {
  checkout_id: string
  order_id: number | null
  /** `complete` says that the buyer is through, not that the money has come. */
  status: 'open' | 'complete' | 'expired'
  is_paid: boolean
  url: string | null
  payment_reference: string | null
  total_cents: number
  tax_cents: number
  /** In lower case, as the provider writes it. */
  currency: string
  customer_email: string | null
}

/** A call that is repeated until its answer is known. */
interface Repeated {
  idempotency_key: string
  /** When it was made first. The provider forgets a key after a day; from then on what was made is looked for instead. */
  asked_at?: Date
}

export interface RefundRequest extends Repeated {
  payment_reference: string
  amount_cents: number
  /** Takes the same share back from the account that got the money. */
  is_transfer_reversed?: boolean
  /** Gives the platform's share back in the same proportion. */
  is_share_returned?: boolean
}

/** A refund as the provider has it, no matter who made it. */
export interface ProviderRefund extends Refund {
  /** Why it failed, in a word of the provider's; null unless it has. */
  failure: string | null
  /** The key of the request that made it; null for one that was made at the provider itself. */
  request: string | null
}

/** Passing on again what a refund had taken back from the account that got the money, after the refund has failed. */
export interface PassOnRequest {
  payment_reference: string
  refund_reference: string
  /** The key under which `reverseTransfer` was asked for it, where the refund itself has taken nothing back. */
  reversal_key: string
  /** The same key passes it on once, however late it is asked again. */
  idempotency_key: string
}

/** Taking back what was passed on of a payment that the buyer's bank has taken from us. */
export interface ReversalRequest {
  payment_reference: string
  /** Of the payment; the same share of what was passed on goes back. */
  amount_cents: number
  is_share_returned: boolean
  /** The same key takes it back once, however late it is asked again. */
  idempotency_key: string
}

/** A payment with the card of an earlier one, while the buyer is away. */
export interface SavedCardCharge extends Repeated {
  order_id: number
  /** The payment whose checkout has saved the card. */
  card_reference: string
  amount_cents: number
  title: string
  customer_email: string
  /** Lets the provider add sales tax, as on the page (CRT-017), by the address, or the customer's if there is none. */
  tax?: { address: TaxAddress | null }
}

export interface TaxAddress {
  line1: string
  city: string
  state: string
  postal_code: string
  country: string
}

export interface Refund {
  refund_reference: string
  amount_cents: number
  status: 'pending' | 'succeeded' | 'failed'
}

export interface Payment {
  payment_reference: string
  amount_cents: number
  refunded_cents: number
  /** What the provider keeps; null until the money has come. */
  fee_cents: number | null
  is_paid: boolean
  is_disputed: boolean
}

/** A payment of the provider with the order it names, for comparing. */
export interface ListedPayment extends Payment {
  order_id: number
  paid_at: Date
  /** How its chargebacks stand together: open while one is, lost where one was; null without any. */
  dispute: 'open' | 'won' | 'lost' | null
  disputes: number
  /** What those that were lost are over. */
  lost_cents: number
  /** The account that got the money, and what the platform kept of it; null where all of it stayed with the platform. */
  destination_account: string | null
  platform_share_cents: number
  /** What the account has of it by now: less what was taken back, plus what was passed on again. */
  kept_cents: number
}

export interface OnboardingRequest {
  /** The account to go on with; a new one is made without it. */
  account_id: string | null
  /** For a new account: the key that makes it once. */
  idempotency_key: string
  /** Null leaves it to the owner to enter one. */
  email: string | null
  business_name: string
  /** The owner comes back here, finished or not. */
  return_url: string
  /** Where the owner lands when the link is too old; make a new one there. */
  refresh_url: string
}

export interface PaymentAccount {
  account_id: string
  /** Whether money can be taken and paid out. */
  is_ready: boolean
  is_submitted: boolean
  open_requirements: string[]
}

export type WebhookResult =
  | { is_genuine: true; event: Stripe.Event }
  /** Answer 400 and do nothing: not from the provider, changed on the way, or older than five minutes. */
  | { is_genuine: false; reason: string }

export interface Payments {
  readonly is_on: boolean
  /** The provider's own client, for what has no function here. Throws `payments_off` when there is none. */
  readonly stripe: Stripe
  /** Opens the provider's page for an order; card data goes there and never through the product (INT-009). */
  createCheckout(request: CheckoutRequest): Promise<OpenedCheckout>
  /**
   * Closes the page so that it cannot be paid any more (ORD-008) and returns its state: `complete` means that the buyer
   * was faster. Closing twice is no error.
   */
  expireCheckout(checkout_id: string): Promise<Checkout>
  retrieveCheckout(checkout_id: string): Promise<Checkout>
  /**
   * Charges a saved card; `refused` if the bank says no. The message that follows counts (ORD-009), so both answers
   * only say whether asking again makes sense. The same key charges once.
   */
  chargeSavedCard(request: SavedCardCharge): Promise<'charged' | 'refused'>
  /** Gives money back; throws `refund_too_large` when less than that is left (ORD-022). */
  refund(request: RefundRequest): Promise<Refund>
  /** Every refund of a payment, oldest first; those of a payment that the provider does not know are none. */
  listRefunds(payment_reference: string): Promise<ProviderRefund[]>
  /** Passes on again what a failed refund had taken back; does nothing where it had taken nothing. */
  passOnAgain(request: PassOnRequest): Promise<void>
  /** Takes an amount's part back from the account that got the money; does nothing if none was passed on. */
  reverseTransfer(request: ReversalRequest): Promise<void>
  retrievePayment(payment_reference: string): Promise<Payment>
  /**
   * The payments of orders that have come since, whose money has gone back since, wholly or in part, or that are `also`
   * asked for by their references; those that the provider does not know are left out.
   */
  listPayments(since: Date, also?: readonly string[]): Promise<ListedPayment[]>
  /** Makes the account if there is none and a link to the provider's onboarding that works for some minutes (ORD-023). */
  accountOnboarding(request: OnboardingRequest): Promise<{ account_id: string; url: string }>
  retrieveAccount(account_id: string): Promise<PaymentAccount>
  /** Checks the signature over the body as it came; never throws for what came from outside. */
  verifyWebhook(raw_body: Buffer | string, signature: string | undefined): WebhookResult
}
