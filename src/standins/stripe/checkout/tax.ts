import type { Stripe } from 'stripe'
import { badParam, noSuch, StripeFailure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Params } from '../params.ts'
import type { Route } from '../route.ts'
import type { Work } from '../work.ts'
import { taxOf } from './checkout-pay.ts'

type Calculation = Stripe.Tax.Calculation & { id: string }
type Address = Calculation['customer_details']['address']

const DAYS_90 = 90 * 24 * 3600

function customerAddress(params: Params): Address {
  const details = params.object('customer_details')
  const address = details?.object('address')
  if (!details || !address) return null
  details.oneOf('address_source', ['billing', 'shipping'])
  const part = (name: string) => address.string(name) ?? null
  return {
    city: part('city'),
    country: address.required('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}

function addressOf(work: Work, customer: string | undefined): Address {
  if (!customer) return null
  const known = work.find('customers', customer)
  if (!known || known.deleted) throw noSuch('customer', customer, 'customer')
  return (known.address as Address | undefined) ?? null
}

/** Uses one rate for every address with a postal code; the real rate depends on it. */
function calculate(work: Work, params: Params): Calculation {
  const currency = params.required('currency').toLowerCase()
  if (currency !== 'usd') throw badParam(`Invalid currency: ${currency}. This account takes usd.`, 'currency')
  const customer = params.string('customer')
  const address = customerAddress(params) ?? addressOf(work, customer)
  if (!address?.postal_code)
    throw new StripeFailure(
      "We could not determine the customer's tax location based on the provided customer address.",
      { code: 'customer_tax_location_invalid' },
    )
  const items = params.list('line_items')
  if (items.length === 0) params.missing('line_items')
  let amount = 0
  let tax = 0
  for (const item of items) {
    const cents = item.integer('amount', { min: 0 }) ?? item.missing('amount')
    item.string('reference', 500)
    if (item.oneOf('tax_behavior', ['exclusive', 'inclusive']) !== 'exclusive')
      throw badParam('This stand-in adds the tax on top.', 'line_items')
    amount += cents
    tax += taxOf(cents, work.settings.tax_percent)
  }
  return work.put('tax_calculations', {
    id: newId('taxcalc'),
    object: 'tax.calculation',
    amount_total: amount + tax,
    currency,
    customer: customer ?? null,
    customer_details: {
      address,
      address_source: 'billing',
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: work.now + DAYS_90,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [],
    tax_date: work.now,
  })
}

/** The calculation that a payment names; its total is the amount of the payment. */
export function calculationOf(work: Work, params: Params, amount: number): string | null {
  const id = params.object('hooks')?.object('inputs')?.object('tax')?.required('calculation')
  if (!id) return null
  const calculation = work.find('tax_calculations', id)
  if (!calculation) throw noSuch('tax calculation', id, 'hooks[inputs][tax][calculation]')
  if (calculation.amount_total !== amount)
    throw badParam('The amount is not the total of the tax calculation.', 'amount')
  return id
}

export const taxRoutes: Route[] = [
  { method: 'POST', path: '/v1/tax/calculations', run: ({ work, params }) => calculate(work, params) },
]
