import { Stripe } from 'stripe'

export type PaymentsConfig =
  | { mode: 'off' }
  | {
      mode: 'on'
      secret_key: string
      webhook_secret: string
      /** Set when a stand-in takes the place of the real service. */
      api?: { host: string; port: number; protocol: 'http' }
    }

interface PaymentSettings {
  has_standins: boolean
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}

interface RunningStandin {
  api: { host: string; port: number; protocol: 'http' }
  secretKey: string
  webhookSecret: string
}

/**
 * Decides once, at the start, who takes the payments: the real service where a key is configured, else the stand-in
 * that `startStandin` starts, else nobody. In production a stand-in is never started.
 */
export async function choosePayments(
  settings: PaymentSettings,
  startStandin: () => Promise<RunningStandin>,
): Promise<PaymentsConfig> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, has_standins } = settings
  if (key && secret) return { mode: 'on', secret_key: key, webhook_secret: secret }
  if (key || !has_standins) return { mode: 'off' }
  const { api, secretKey, webhookSecret } = await startStandin()
  return { mode: 'on', secret_key: secretKey, webhook_secret: webhookSecret, api }
}

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

/** Marks payments with a saved card in their metadata: no page tells of them. */
export const OFF_SESSION = 'is_off_session'

export interface CheckoutItem {
  title: string
  quantity: number
  unit_price_cents: number
  description?: string
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
  /** When the page closes by itself: 30 minutes to 24 hours from now. Taken from the order, not from the clock. */
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
  customer_email: string | null
}

export interface RefundRequest {
  payment_reference: string
  amount_cents: number
  idempotency_key: string
  /** Takes the same share back from the account that got the money. */
  is_transfer_reversed?: boolean
  /** Gives the platform's share back in the same proportion. */
  is_share_returned?: boolean
}

/** A payment with the card of an earlier one, while the buyer is away. */
export interface SavedCardCharge {
  order_id: number
  /** The payment whose checkout has saved the card. */
  card_reference: string
  amount_cents: number
  title: string
  customer_email: string
  idempotency_key: string
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
}

export interface OnboardingRequest {
  /** The account to go on with; a new one is made without it. */
  account_id: string | null
  /** For a new account: the key that makes it once. */
  idempotency_key: string
  email: string
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
   * Closes the page so that it cannot be paid any more (ORD-008) and tells how it stands then: `complete` means that
   * the buyer was faster. Closing twice is no error.
   */
  expireCheckout(checkout_id: string): Promise<Checkout>
  retrieveCheckout(checkout_id: string): Promise<Checkout>
  /**
   * Charges a saved card; `refused` where the bank says no. What counts is the message that follows (ORD-009), so both
   * answers only tell whether asking again is of use. The same key charges once.
   */
  chargeSavedCard(request: SavedCardCharge): Promise<'charged' | 'refused'>
  /** Gives money back; throws `refund_too_large` when less than that is left (ORD-022). */
  refund(request: RefundRequest): Promise<Refund>
  retrievePayment(payment_reference: string): Promise<Payment>
  /** The payments of orders that have come since, newest first. */
  listPayments(since: Date): Promise<ListedPayment[]>
  /** Makes the account if there is none and a link to the provider's onboarding that works for some minutes (ORD-023). */
  accountOnboarding(request: OnboardingRequest): Promise<{ account_id: string; url: string }>
  retrieveAccount(account_id: string): Promise<PaymentAccount>
  /** Checks the signature over the body as it came; never throws for what came from outside. */
  verifyWebhook(raw_body: Buffer | string, signature: string | undefined): WebhookResult
}

const { errors } = Stripe

function errorOf(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError
  )
    return new PaymentsError('payments_unreachable', message, error)
  if (error instanceof errors.StripeError) {
    if (error.code === 'resource_missing') return new PaymentsError('payment_not_found', message, error)
    if (error.code === 'charge_disputed') return new PaymentsError('payment_disputed', message, error)
  }
  return new PaymentsError('payment_refused', message, error)
}

/** True for both ways in which the provider says that less is left: nothing at all, or not enough. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof errors.StripeInvalidRequestError)) return false
  if (error.code === 'charge_already_refunded') return true
  return error.param === 'amount' && error.code !== 'parameter_invalid_integer'
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** A checkout as the product reads it, from a call or out of a message. */
export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const order = Number(session.metadata?.order_id ?? session.client_reference_id)
  return {
    checkout_id: session.id,
    order_id: Number.isSafeInteger(order) && order > 0 ? order : null,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    is_paid: session.payment_status === 'paid',
    url: session.url,
    payment_reference: idOf(session.payment_intent),
    total_cents: session.amount_total ?? 0,
    tax_cents: session.total_details?.amount_tax ?? 0,
    customer_email: session.customer_details?.email ?? session.customer_email,
  }
}

/** An account as the product reads it, from a call or out of a message. */
export const accountOf = (account: Stripe.Account): PaymentAccount => ({
  account_id: account.id,
  is_ready: account.charges_enabled && account.payouts_enabled,
  is_submitted: account.details_submitted,
  open_requirements: account.requirements?.currently_due ?? [],
})

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = typeof charge?.balance_transaction === 'object' ? charge?.balance_transaction : null
  return {
    payment_reference: intent.id,
    amount_cents: intent.amount,
    refunded_cents: charge?.amount_refunded ?? 0,
    fee_cents: transaction?.fee ?? null,
    is_paid: intent.status === 'succeeded',
    is_disputed: charge?.disputed ?? false,
  }
}

function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: String(request.order_id) }
  return {
    mode: 'payment',
    client_reference_id: String(request.order_id),
    metadata,
    customer_email: request.customer_email,
    success_url: request.success_url,
    cancel_url: request.cancel_url,
    expires_at: seconds(request.expires_at),
    automatic_tax: { enabled: request.automatic_tax },
    line_items: request.items.map((item) => ({
      quantity: item.quantity,
      price_data: {
        currency: 'usd',
        unit_amount: item.unit_price_cents,
        // Prices of the product are without tax (CRT-017).
        tax_behavior: 'exclusive',
        product_data: { name: item.title, ...(item.description ? { description: item.description } : {}) },
      },
    })),
    ...(request.saves_card ? { customer_creation: 'always' as const } : {}),
    ...(request.merchant_name ? { branding_settings: { display_name: request.merchant_name } } : {}),
    payment_intent_data: {
      // Messages about refunds and chargebacks carry the payment, not the checkout.
      metadata,
      ...(request.saves_card ? { setup_future_usage: 'off_session' as const } : {}),
      ...(request.destination
        ? {
            ...(request.destination.platform_share_cents > 0
              ? { application_fee_amount: request.destination.platform_share_cents }
              : {}),
            transfer_data: { destination: request.destination.account_id },
          }
        : {}),
    },
  }
}

function clientOf(config: Extract<PaymentsConfig, { mode: 'on' }>): Stripe {
  return new Stripe(config.secret_key, {
    ...config.api,
    maxNetworkRetries: 2,
    telemetry: false,
    timeout: 20_000,
  })
}

/** The payment provider as the features use it. Every function but `verifyWebhook` calls out: never inside a transaction. */
export function createPayments(config: PaymentsConfig): Payments {
  const client = config.mode === 'on' ? clientOf(config) : undefined
  const stripe = () => {
    if (client) return client
    throw new PaymentsError('payments_off', 'No payment provider is configured.')
  }
  const call = async <Result>(run: (stripe: Stripe) => Promise<Result>): Promise<Result> => {
    try {
      return await run(stripe())
    } catch (error) {
      throw errorOf(error)
    }
  }

  return {
    is_on: client !== undefined,
    get stripe() {
      return stripe()
    },

    createCheckout: (request) =>
      call(async ({ checkout }) => {
        const session = await checkout.sessions.create(sessionParams(request), {
          idempotencyKey: request.idempotency_key,
        })
        return { checkout_id: session.id, url: session.url }
      }),

    expireCheckout: (checkout_id) =>
      call(async ({ checkout }) => {
        try {
          return checkoutOf(await checkout.sessions.expire(checkout_id))
        } catch (error) {
          // A checkout that is complete or expired already is refused as well; how it stands is what counts.
          if (!(error instanceof errors.StripeInvalidRequestError)) throw error
          const session = await checkout.sessions.retrieve(checkout_id)
          if (session.status === 'open') throw error
          return checkoutOf(session)
        }
      }),

    retrieveCheckout: (checkout_id) =>
      call(async ({ checkout }) => checkoutOf(await checkout.sessions.retrieve(checkout_id))),

    chargeSavedCard: (request) =>
      call(async ({ paymentIntents }) => {
        const saved = await paymentIntents.retrieve(request.card_reference)
        const customer = idOf(saved.customer)
        const payment_method = idOf(saved.payment_method)
        if (!customer || !payment_method)
          throw new PaymentsError('payment_refused', `The payment ${request.card_reference} has saved no card.`)
        try {
          await paymentIntents.create(
            {
              amount: request.amount_cents,
              currency: 'usd',
              customer,
              payment_method,
              off_session: true,
              confirm: true,
              description: request.title,
              receipt_email: request.customer_email,
              metadata: { order_id: String(request.order_id), [OFF_SESSION]: 'yes' },
            },
            { idempotencyKey: request.idempotency_key },
          )
          return 'charged'
        } catch (error) {
          if (error instanceof errors.StripeCardError) return 'refused'
          throw error
        }
      }),

    refund: ({ payment_reference, amount_cents, idempotency_key, is_transfer_reversed, is_share_returned }) =>
      call(async ({ refunds }) => {
        try {
          const refund = await refunds.create(
            {
              payment_intent: payment_reference,
              amount: amount_cents,
              ...(is_transfer_reversed ? { reverse_transfer: true } : {}),
              ...(is_share_returned ? { refund_application_fee: true } : {}),
            },
            { idempotencyKey: idempotency_key },
          )
          const status = refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' ? 'failed' : 'pending'
          return { refund_reference: refund.id, amount_cents: refund.amount, status }
        } catch (error) {
          if (!isTooLarge(error)) throw error
          throw new PaymentsError('refund_too_large', 'Less than that is left of the payment.', error)
        }
      }),

    retrievePayment: (payment_reference) =>
      call(async ({ paymentIntents }) =>
        paymentOf(await paymentIntents.retrieve(payment_reference, { expand: ['latest_charge.balance_transaction'] })),
      ),

    listPayments: (since) =>
      call(async ({ paymentIntents }) => {
        const listed: ListedPayment[] = []
        const pages = paymentIntents.list({
          created: { gte: seconds(since) },
          limit: 100,
          expand: ['data.latest_charge.balance_transaction'],
        })
        for await (const intent of pages) {
          const order_id = Number(intent.metadata.order_id)
          if (intent.status !== 'succeeded' || !Number.isSafeInteger(order_id) || order_id < 1) continue
          listed.push({ ...paymentOf(intent), order_id, paid_at: new Date(intent.created * 1000) })
        }
        return listed
      }),

    accountOnboarding: ({ account_id, idempotency_key, email, business_name, return_url, refresh_url }) =>
      call(async ({ accounts, accountLinks }) => {
        const account =
          account_id ??
          (
            await accounts.create(
              {
                type: 'express',
                country: 'US',
                email,
                business_profile: { name: business_name },
                capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
              },
              { idempotencyKey: idempotency_key },
            )
          ).id
        const link = await accountLinks.create({ account, type: 'account_onboarding', return_url, refresh_url })
        return { account_id: account, url: link.url }
      }),

    retrieveAccount: (account_id) => call(async ({ accounts }) => accountOf(await accounts.retrieve(account_id))),

    verifyWebhook(raw_body, signature) {
      if (config.mode === 'off') return { is_genuine: false, reason: 'No payment provider is configured.' }
      try {
        return {
          is_genuine: true,
          event: Stripe.webhooks.constructEvent(raw_body, signature ?? '', config.webhook_secret),
        }
      } catch (error) {
        return { is_genuine: false, reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
