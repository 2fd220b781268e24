import { z } from '#kernel/schema.ts'
import { ServiceError } from '#platform/service-error.ts'

// EasyShip keeps no client for Node; its documented API 2024-09 (https://developers.easyship.com/reference) is called in
// this one file.

export type EasyshipTarget = { base_url: string; key: string }

/** Where the service is, unless a setting names another place. */
export const EASYSHIP_URL = 'https://public-api.easyship.com/2024-09'

/** The only error of the client. */
export class EasyshipError extends ServiceError {
  override name = 'EasyshipError'
}

const text = z.optional(z.nullable(z.string()))

/** A shipment as the service answers it: only what is read here. */
const Shipment = z.object({
  easyship_shipment_id: z.string(),
  shipment_state: z._default(z.string(), 'created'),
  label_state: z._default(z.string(), 'not_created'),
  delivery_state: z._default(z.string(), 'not_created'),
  order_data: z.optional(z.nullable(z.object({ platform_order_number: text }))),
  courier_service: z.optional(z.nullable(z.object({ umbrella_name: text, name: text }))),
  tracking_page_url: text,
  trackings: z._default(z.array(z.object({ tracking_number: text })), []),
  shipping_documents: z._default(
    z.array(z.object({ category: text, format: text, base64_encoded_strings: z._default(z.array(z.string()), []) })),
    [],
  ),
  last_failure_http_response_messages: z._default(z.array(z.any()), []),
})
export type ServiceShipment = z.output<typeof Shipment>

const Answer = z.object({ shipment: Shipment })
const Pages = z.optional(z.nullable(z.object({ next: z.optional(z.nullable(z.union([z.string(), z.number()]))) })))
const Meta = z.optional(z.object({ pagination: Pages }))
const Failure = z.object({ error: z.object({ message: text, details: z.optional(z.nullable(z.array(z.string()))) }) })

export type ServiceAddress = {
  contact_name: string
  contact_email: string
  contact_phone: string
  company_name?: string | null
  line_1: string
  line_2?: string | null
  city: string
  state: string
  postal_code: string
  country_alpha2: string
}
export type NewServiceShipment = {
  origin_address: ServiceAddress
  destination_address: ServiceAddress
  order_data: { platform_name: string; platform_order_number: string }
  courier_settings?: { courier_service_id: string; allow_fallback: boolean; apply_shipping_rules: boolean }
  shipping_settings: {
    additional_services?: { delivery_confirmation: string }
    units: { weight: 'lb'; dimensions: 'in' }
    buy_label: false
    printing_options: { format: 'pdf'; label: '4x6' }
  }
  incoterms: 'DDU'
  insurance: { is_insured: boolean }
  parcels: {
    items: {
      description: string
      category: string
      quantity: number
      dimensions: { length: number; width: number; height: number }
      actual_weight: number
      declared_currency: 'USD'
      declared_customs_value: number
      origin_country_alpha2: 'US'
    }[]
  }[]
}

const CALL_MS = 30_000
const PER_PAGE = 100

/** The calls of the shipping service that are used here. Every one throws an EasyshipError where it fails. */
export const easyship = ({ base_url: base, key }: EasyshipTarget) => {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    let answer: Response
    try {
      answer = await fetch(`${base.replace(/\/$/, '')}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          // The service turns away callers that do not say who they are.
          'user-agent': 'Portico',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      })
    } catch (error) {
      throw new EasyshipError('The shipping service cannot be reached.', null, error)
    }
    const json: unknown = await answer.json().catch(() => null)
    if (answer.ok) return json
    const failure = z.safeParse(Failure, json).data?.error
    // The message is often only a heading; the details say what is wrong.
    const message = [failure?.message, ...(failure?.details ?? [])].filter(Boolean).join(' ')
    throw new EasyshipError(message || `The shipping service answered ${answer.status}.`, answer.status)
  }
  const read = async <S extends z.core.$ZodType>(schema: S, answer: Promise<unknown>): Promise<z.output<S>> => {
    const parsed = z.safeParse(schema, await answer)
    if (!parsed.success) throw new EasyshipError('The shipping service gave an unexpected answer.', null, parsed.error)
    return parsed.data
  }
  const one = (id: string, more = '') => `/shipments/${encodeURIComponent(id)}${more}`
  const shipmentOf = async (answer: Promise<unknown>) => (await read(Answer, answer)).shipment

  /** All pages of a list. */
  const all = async <R extends z.core.$ZodType>(name: string, row: R): Promise<z.output<R>[]> => {
    const rows: z.output<R>[] = []
    for (let page = 1; ; page++) {
      const schema = z.object({ [name]: z.array(row), meta: Meta })
      const answer = (await read(schema, ask('GET', `/${name}?page=${page}&per_page=${PER_PAGE}`))) as {
        meta?: z.output<typeof Meta>
      } & Record<string, unknown>
      rows.push(...(answer[name] as z.output<R>[]))
      if (!answer.meta?.pagination?.next) return rows
    }
  }

  return {
    itemCategories: () => all('item_categories', z.object({ name: z.string(), slug: z.string() })),

    /** What the account can ship with; in the API's words a carrier's service. */
    courierServices: () => all('courier_services', z.object({ id: z.string(), name: z.string(), umbrella_name: text })),

    /** The shipment with this number of ours, or null; canceled ones do not count. */
    findShipment: async (number: string): Promise<ServiceShipment | null> => {
      const query = new URLSearchParams({ platform_order_number: number })
      const { shipments } = await read(z.object({ shipments: z.array(Shipment) }), ask('GET', `/shipments?${query}`))
      // Filtered again, because the search may also return other people's shipments.
      const own = shipments.filter(({ order_data: order }) => order?.platform_order_number === number)
      return own.find((shipment) => shipment.shipment_state !== 'cancelled') ?? null
    },

    /** Costs nothing yet: a shipment is paid when its label is bought. */
    createShipment: (shipment: NewServiceShipment) => shipmentOf(ask('POST', '/shipments', shipment)),

    updateShipment: (id: string, changes: Partial<NewServiceShipment>) => shipmentOf(ask('PATCH', one(id), changes)),

    /** With its documents in the answer itself; an account may be set to get addresses of them instead. */
    shipment: (id: string) => shipmentOf(ask('GET', one(id, '?format=pdf&label=4x6'))),

    /** Confirms and pays a shipment; its label may be there at once or a little later. */
    buyLabel: (id: string) => shipmentOf(ask('POST', one(id, '/label'), {})),

    /** Takes back a shipment without a label. */
    deleteShipment: async (id: string): Promise<void> => {
      await ask('DELETE', one(id))
    },

    /** Cancels a shipment and voids its label. */
    cancelShipment: async (id: string): Promise<void> => {
      await ask('POST', one(id, '/cancel'))
    },
  }
}
export type Easyship = ReturnType<typeof easyship>
