import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import type { AddressValues } from '../contract.ts'
import { confirmationOf } from '../rules/options.ts'
import { EasyshipError, type NewServiceShipment, type ServiceAddress } from './easyship.ts'
import type { ShipmentRow } from './store.ts'

export type Sender = Awaited<ReturnType<typeof senderOf>>

/** The company of the portal, which sends. */
export const senderOf = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('companies')
    .select(['name', 'support_phone', 'support_email', 'address', 'city', 'state', 'postal_code'])
    .where('portal_id', '=', portalId)
    .executeTakeFirst()

const NO_SENDER =
  'The company’s address, phone and e-mail are needed to send parcels. Please add them in the Portal Settings.'

const originOf = (sender: Sender): ServiceAddress => {
  const { address, city, state, postal_code, support_phone: phone, support_email: email } = sender ?? {}
  if (!address || !city || !state || !postal_code || !phone || !email) throw new EasyshipError(NO_SENDER, 422)
  const name = sender?.name ?? 'Shipping'
  return {
    // The service takes no longer names of senders.
    contact_name: name.slice(0, 22),
    company_name: name.slice(0, 27),
    contact_phone: phone.slice(0, 20),
    contact_email: email,
    line_1: address.slice(0, 35),
    city,
    state,
    postal_code,
    country_alpha2: 'US',
  }
}

/** Lines of at most 35 characters, broken between words, which is what the service takes. */
const linesOf = (address: string, more: string): { line_1: string; line_2?: string } => {
  const whole = address.length <= 35 ? 35 : Math.max(address.slice(0, 36).lastIndexOf(' '), 1)
  const rest = [address.slice(whole).trim(), more].filter(Boolean).join(', ')
  return { line_1: address.slice(0, whole), ...(rest && { line_2: rest.slice(0, 35) }) }
}

/** A shipment as the service takes it: one parcel, its number the shipment's own, the proof of delivery as wanted. */
export const requestOf = (row: ShipmentRow, to: AddressValues, sender: Sender): NewServiceShipment => {
  const confirmation = confirmationOf(row.option)
  return {
    origin_address: originOf(sender),
    destination_address: {
      contact_name: displayName(row).slice(0, 50),
      // The carrier asks for one: the sender answers for somebody without.
      contact_email: row.email ?? sender?.support_email ?? '',
      contact_phone: (row.direct_number || sender?.support_phone || '').slice(0, 20),
      ...linesOf(to.address, to.address_2 ?? ''),
      city: to.city,
      state: to.state,
      postal_code: to.zip_code,
      country_alpha2: 'US',
    },
    order_data: { platform_name: 'Portico', platform_order_number: row.uuid },
    ...(row.carrier && {
      courier_settings: { courier_service_id: row.carrier, allow_fallback: false, apply_shipping_rules: false },
    }),
    shipping_settings: {
      ...(confirmation && { additional_services: { delivery_confirmation: confirmation } }),
      units: { weight: 'lb', dimensions: 'in' },
      buy_label: false,
      printing_options: { format: 'pdf', label: '4x6' },
    },
    incoterms: 'DDU',
    insurance: { is_insured: false },
    parcels: [
      {
        items: row.items.map((item) => ({
          description: item.title,
          category: item.category,
          quantity: item.quantity,
          dimensions: { length: item.length, width: item.width, height: item.height },
          actual_weight: item.weight,
          declared_currency: 'USD',
          declared_customs_value: item.value_cents / 100,
          origin_country_alpha2: 'US',
        })),
      },
    ],
  }
}
