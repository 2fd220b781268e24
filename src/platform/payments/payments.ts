import { Stripe } from 'stripe'
import { sessionParams } from './checkout.ts'
import { errorOf, errors } from './errors.ts'
import { listPayments } from './list.ts'
import { accountOf, checkoutOf, paymentOf } from './read.ts'
import { listRefunds, refundPayment } from './refund.ts'
import { chargeSavedCard } from './saved-card.ts'
import { passOnAgain, reverseTransfer } from './transfers.ts'
import { type Payments, PaymentsError } from './types.ts'

export { accountOf, checkoutOf, isInquiry } from './read.ts'
export { OFF_SESSION, taxIn } from './saved-card.ts'
export * from './types.ts'

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
 * Decides once, at the start, who takes the payments: the real service if a key is configured, else the stand-in that
 * `startStandin` starts, else nobody. Production never starts a stand-in.
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

    chargeSavedCard: (request) => call((client) => chargeSavedCard(client, request)),

    refund: (request) => call((client) => refundPayment(client, request)),

    listRefunds: (payment_reference) => call((client) => listRefunds(client, payment_reference)),

    passOnAgain: (request) => call((client) => passOnAgain(client, request)),

    reverseTransfer: (request) => call((client) => reverseTransfer(client, request)),

    retrievePayment: (payment_reference) =>
      call(async ({ paymentIntents }) =>
        paymentOf(await paymentIntents.retrieve(payment_reference, { expand: ['latest_charge.balance_transaction'] })),
      ),

    listPayments: (since, also = []) => call((client) => listPayments(client, since, also)),

    accountOnboarding: ({ account_id, idempotency_key, email, business_name, return_url, refresh_url }) =>
      call(async ({ accounts, accountLinks }) => {
        const account =
          account_id ??
          (
            await accounts.create(
              {
                type: 'express',
                country: 'US',
                ...(email !== null && { email }),
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
