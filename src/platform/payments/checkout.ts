import type { Stripe } from 'stripe'
import { seconds } from './read.ts'
import type { CheckoutRequest } from './types.ts'

/** What Stripe calls shipping where it computes tax. */
const SHIPPING_TAX_CODE = 'txcd_92010001'

/** What the provider's page is opened with. */
export function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
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
        product_data: {
          name: item.title,
          ...(item.description ? { description: item.description } : {}),
          ...(item.is_shipping ? { tax_code: SHIPPING_TAX_CODE } : {}),
        },
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
