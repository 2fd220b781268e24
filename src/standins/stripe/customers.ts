import type { Stripe } from 'stripe'
import { noSuch } from './failure.ts'
import { newId, randomText } from './ids.ts'
import { createdWithin, listPage } from './lists.ts'
import type { Params } from './params.ts'
import type { Route } from './route.ts'
import type { Work } from './work.ts'

function customerOf(work: Work, id: string): Stripe.Customer {
  const customer = work.find('customers', id)
  if (!customer || customer.deleted) throw noSuch('customer', id)
  return customer
}

function readAddress(params: Params): Stripe.Address | undefined {
  const address = params.object('address')
  if (!address) return undefined
  const part = (name: string) => address.string(name) ?? null
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}

type Fields = Partial<Pick<Stripe.Customer, 'address' | 'description' | 'email' | 'metadata' | 'name' | 'phone'>>

function readFields(params: Params, before?: Stripe.Customer): Fields {
  const fields: Fields = {
    address: readAddress(params),
    description: params.string('description'),
    email: params.email('email'),
    name: params.string('name'),
    phone: params.string('phone'),
    metadata: params.metadata(before?.metadata),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export function createCustomer(work: Work, fields: Fields): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  }
  work.put('customers', customer)
  work.emit('customer.created', customer)
  return customer
}

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    run: ({ work, params }) => createCustomer(work, readFields(params)),
  },
  {
    method: 'GET',
    path: '/v1/customers',
    run({ work, params }) {
      const email = params.string('email')
      const all = work.list('customers').filter((customer): customer is Stripe.Customer => !customer.deleted)
      const matches = createdWithin(all, params).filter((customer) => !email || customer.email === email)
      return listPage(matches, params, '/v1/customers')
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    run: ({ work, id }) => {
      const customer = work.find('customers', id())
      if (!customer) throw noSuch('customer', id())
      return customer
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    run({ work, params, id }) {
      const before = customerOf(work, id())
      const after = { ...before, ...readFields(params, before) }
      work.emit('customer.updated', work.put('customers', after))
      return after
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    run({ work, id }) {
      const before = customerOf(work, id())
      work.emit('customer.deleted', before)
      return work.put('customers', { id: before.id, object: 'customer', deleted: true })
    },
  },
]
