import type { Stripe } from 'stripe'
import { badParam, noSuch, StripeFailure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { CheckoutDraft } from '../model.ts'
import type { Params } from '../params.ts'
import type { Work } from '../work.ts'

const DAY = 24 * 60 * 60
const HALF_HOUR = 30 * 60
const LEAST_TOTAL = 50

function readItem(work: Work, item: Params): Stripe.LineItem {
  const price = item.string('price')
  if (price) throw noSuch('price', price, item.nameOf('price'))
  const data = item.object('price_data') ?? item.missing('price_data')
  const currency = data.required('currency').toLowerCase()
  if (currency !== 'usd')
    throw badParam(`Invalid currency: ${currency}. This account takes usd.`, data.nameOf('currency'))
  if (data.value('recurring') !== undefined)
    throw badParam('You specified `payment` mode but passed a recurring price.', data.nameOf('recurring'))
  const taxBehavior = data.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified'
  const unit = data.integer('unit_amount', { min: 0, max: 99_999_999 }) ?? data.missing('unit_amount')
  const product = data.object('product_data') ?? data.missing('product_data')
  const name = product.required('name', 250)
  const description = product.string('description') ?? null
  const taxCode = product.string('tax_code') ?? null
  const images = product.strings('images')
  const productMetadata = product.metadata()
  const quantity = item.integer('quantity', { min: 1, max: 999_999 }) ?? item.missing('quantity')
  const metadata = item.metadata()
  const amount = unit * quantity
  const row = work.put('products', {
    id: newId('prod', 14),
    object: 'product',
    active: false,
    created: work.now,
    default_price: null,
    description,
    images,
    livemode: false,
    marketing_features: [],
    metadata: productMetadata,
    name,
    package_dimensions: null,
    shippable: null,
    tax_code: taxCode,
    tax_details: null,
    type: 'service',
    updated: work.now,
    url: null,
  })
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: name,
    metadata,
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: work.now,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: row.id,
      recurring: null,
      tax_behavior: taxBehavior,
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unit,
      // The API sends this as a text; the client turns it into a decimal.
      unit_amount_decimal: String(unit) as unknown as Stripe.Decimal,
    },
    quantity,
  }
}

function readPaymentData(
  work: Work,
  params: Params,
  total: number,
): Omit<CheckoutDraft, 'id' | 'line_items' | 'merchant_name'> {
  const data = params.object('payment_intent_data')
  data?.ignore('capture_method', 'statement_descriptor_suffix', 'shipping', 'on_behalf_of')
  const share = data?.integer('application_fee_amount', { min: 0 }) ?? null
  const transfer = data?.object('transfer_data')
  const destination = transfer?.required('destination')
  if (destination && transfer) checkDestination(work, destination, transfer.nameOf('destination'))
  if (share !== null && !destination)
    throw badParam(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      'payment_intent_data[application_fee_amount]',
    )
  if (share !== null && share > total)
    throw badParam(
      'Your application fee cannot be larger than the amount.',
      'payment_intent_data[application_fee_amount]',
    )
  return {
    description: data?.string('description', 1000) ?? null,
    metadata: data?.metadata() ?? {},
    receipt_email: data?.email('receipt_email') ?? null,
    statement_descriptor: data?.string('statement_descriptor', 22) ?? null,
    transfer_group: data?.string('transfer_group') ?? null,
    application_fee_amount: share,
    setup_future_usage: data?.oneOf('setup_future_usage', ['off_session']) ?? null,
    transfer_data: destination
      ? { destination, amount: transfer?.integer('amount', { min: 1, max: total }) ?? null }
      : null,
  }
}

function checkDestination(work: Work, id: string, param: string): void {
  const account = work.find('accounts', id)
  if (!account) throw noSuch('destination', id, param)
  if (account.capabilities?.transfers !== 'active' && account.capabilities?.card_payments !== 'active')
    throw new StripeFailure(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
}

function readExpiry(work: Work, params: Params): number {
  const expires = params.integer('expires_at')
  if (expires === undefined) return work.now + DAY
  if (expires < work.now + HALF_HOUR)
    throw badParam(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  if (expires > work.now + DAY)
    throw badParam(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return expires
}

function detailsFor(email: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
}

/** Opens a session in payment mode on the service's own page. */
export function createSession(work: Work, params: Params): Stripe.Checkout.Session {
  const mode = params.oneOf('mode', ['payment', 'setup', 'subscription']) ?? params.missing('mode')
  if (mode !== 'payment') throw badParam(`This stand-in does not take the mode ${mode} yet.`, 'mode')
  const uiMode = params.oneOf('ui_mode', ['hosted_page']) ?? 'hosted_page'
  const successUrl = params.url('success_url') ?? params.missing('success_url')
  const cancelUrl = params.url('cancel_url') ?? null
  const lineItems = params.list('line_items').map((item) => readItem(work, item))
  if (lineItems.length === 0) params.missing('line_items')
  if (lineItems.length > 100) throw badParam('You can have at most 100 line items.', 'line_items')
  const subtotal = lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0)
  if (subtotal < LEAST_TOTAL)
    throw badParam(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      'line_items',
      'amount_too_small',
    )
  const customer = params.string('customer') ?? null
  const email = params.email('customer_email') ?? null
  if (customer && email)
    throw badParam('You may only specify one of these parameters: customer, customer_email.', 'customer')
  const known = customer ? work.find('customers', customer) : undefined
  if (customer && (!known || known.deleted)) throw noSuch('customer', customer, 'customer')
  const tax = params.object('automatic_tax')
  const hasTax = tax?.flag('enabled') ?? false
  tax?.ignore('liability')
  const branding = params.object('branding_settings')
  const merchant = branding?.string('display_name') ?? work.settings.merchant_name
  branding?.ignore('background_color', 'border_style', 'button_color', 'font_family', 'icon', 'logo')
  params.ignore('allowed_payment_method_types', 'custom_text', 'origin_context', 'payment_method_options')
  const id = newId('cs_test', 58)
  work.put('checkout_drafts', {
    id,
    line_items: lineItems,
    merchant_name: merchant,
    ...readPaymentData(work, params, subtotal),
  })
  const knownEmail = known && !known.deleted ? known.email : null
  return work.put('checkout_sessions', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.flag('allow_promotion_codes') ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: {
      enabled: hasTax,
      liability: hasTax ? { type: 'self' } : null,
      provider: hasTax ? 'stripe' : null,
      status: hasTax ? 'requires_location_inputs' : null,
    },
    billing_address_collection: params.oneOf('billing_address_collection', ['auto', 'required']) ?? null,
    cancel_url: cancelUrl,
    client_reference_id: params.string('client_reference_id', 200) ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: work.now,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation:
      params.oneOf('customer_creation', ['always', 'if_required']) ?? (customer ? null : 'if_required'),
    customer_details: email || knownEmail ? detailsFor(email ?? knownEmail) : null,
    customer_email: email,
    discounts: [],
    expires_at: readExpiry(work, params),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.oneOf('locale', ['auto', 'en']) ?? null,
    managed_payments: null,
    metadata: params.metadata(),
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.oneOf('submit_type', ['auto', 'book', 'donate', 'pay']) ?? null,
    subscription: null,
    success_url: successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: uiMode,
    url: `${work.settings.public_url}/pay/${id}`,
    wallet_options: null,
  })
}
