import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from '#kernel/schema.ts'
import type { Controls } from './controls.ts'
import { labelPdf } from './label.ts'
import { CATEGORIES, SERVICES, type State, type StoredShipment } from './state.ts'

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const optional = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))))

const Address = z.strictObject({
  line_1: text(35),
  line_2: optional(35),
  city: text(200),
  state: text(200),
  postal_code: text(20),
  country_alpha2: z.string().check(z.length(2)),
  company_name: optional(50),
  contact_name: text(50),
  contact_phone: text(20),
  contact_email: z.email().check(z.maxLength(50)),
})
const size = z.number().check(z.positive())
const Item = z.strictObject({
  description: text(200),
  category: z.enum(CATEGORIES.map(({ slug }) => slug)),
  quantity: z._default(z.int().check(z.positive()), 1),
  dimensions: z.strictObject({ length: size, width: size, height: size }),
  actual_weight: size,
  declared_currency: z.literal('USD'),
  declared_customs_value: z.number().check(z.minimum(0)),
  origin_country_alpha2: z.optional(z.string()),
})
const parcels = z.array(z.strictObject({ items: z.array(Item).check(z.minLength(1)) })).check(z.minLength(1))
const NewShipment = z.strictObject({
  origin_address: Address,
  destination_address: Address,
  order_data: z.optional(z.object({ platform_name: text(200), platform_order_number: text(200) })),
  courier_settings: z.optional(
    z.strictObject({
      courier_service_id: z.enum(SERVICES.map(({ id }) => id)),
      allow_fallback: z.boolean(),
      apply_shipping_rules: z.boolean(),
    }),
  ),
  shipping_settings: z.optional(z.looseObject({ buy_label: z.boolean() })),
  incoterms: z.optional(z.enum(['DDU', 'DDP'])),
  insurance: z.optional(z.looseObject({})),
  parcels,
})
const RatesRequest = z.looseObject({ parcels })

/** An error in the service's form: https://developers.easyship.com/reference/errors */
const refuse = (reply: FastifyReply, status: number, code: string, message: string, details: string[] = []) =>
  reply.code(status).send({
    error: {
      code,
      type: status >= 500 ? 'api_error' : 'invalid_request_error',
      message,
      details,
      links: [],
      request_id: randomUUID(),
    },
  })
const INVALID = 'The request body content is not valid.'
const meta = () => ({ request_id: randomUUID() })

const serviceOf = ({ courier_service_id: id }: StoredShipment) => SERVICES.find((one) => one.id === id) ?? SERVICES[0]

/** A shipment as the service answers it; documents only where one is asked for. */
const present = (shipment: StoredShipment, hasDocuments: boolean) => {
  const service = serviceOf(shipment)
  const isReady = shipment.label_state === 'generated'
  const tracking = `9400${shipment.id.replaceAll(/\D/g, '').padStart(18, '0')}`
  const to = shipment.body.destination_address
  const lines = [
    service.umbrella_name,
    tracking,
    to['contact_name'],
    to['line_1'],
    to['line_2'],
    `${to['city']}, ${to['state']} ${to['postal_code']}`,
  ]
  const label = () => labelPdf(lines.flatMap((line) => line ?? [])).toString('base64')
  return {
    ...shipment.body,
    easyship_shipment_id: shipment.id,
    shipment_state: shipment.shipment_state,
    label_state: shipment.label_state,
    delivery_state: shipment.delivery_state,
    label_paid_at: shipment.label_paid_at,
    courier_service: { id: service.id, name: service.name, umbrella_name: service.umbrella_name },
    last_failure_http_response_messages: [],
    tracking_page_url: isReady ? `https://www.trackmyshipment.co/shipment-tracking/${shipment.id}` : null,
    trackings: isReady
      ? [{ tracking_number: tracking, leg_number: 1, handler: service.umbrella_name, tracking_state: 'active' }]
      : [],
    shipping_documents:
      isReady && hasDocuments
        ? [
            {
              category: 'label',
              required: true,
              format: 'pdf',
              page_size: '4x6',
              base64_encoded_strings: [label()],
              url: null,
            },
          ]
        : [],
  }
}

/** The part of the service's API 2024-09 that the product calls, in its wire format. */
export const apiOf =
  (state: State, key: string, controls: Controls) =>
  async (app: FastifyInstance): Promise<void> => {
    const lost = new WeakSet<FastifyRequest>()
    app.addHook('onRequest', async (request, reply) => {
      controls.note(`${request.method} ${request.url.slice(app.prefix.length)}`)
      const fault = controls.nextFault()
      if (typeof fault === 'number')
        return refuse(reply, fault, 'internal_error', 'The service is not available at the moment.')
      if (fault === 'lost') lost.add(request)
      if (request.headers.authorization !== `Bearer ${key}`)
        return refuse(reply, 401, 'unauthorized', 'The access token is invalid.')
    })
    app.addHook('onSend', async (request) => {
      if (lost.has(request)) request.raw.socket.destroy()
    })

    const listOf = (name: string, rows: readonly object[]) => () => ({
      [name]: rows,
      meta: { ...meta(), pagination: { page: 1, next: null, count: rows.length } },
    })
    app.get('/item_categories', listOf('item_categories', CATEGORIES))
    app.get(
      '/courier_services',
      listOf(
        'courier_services',
        SERVICES.map(({ charge: _, days: __, ...service }) => service),
      ),
    )

    app.post('/rates', async (request, reply) => {
      const parsed = z.safeParse(RatesRequest, request.body)
      if (!parsed.success) return refuse(reply, 422, 'invalid_content', INVALID, [z.prettifyError(parsed.error)])
      const rates = SERVICES.map(({ charge, days, ...service }, at) => ({
        courier_service: service,
        currency: 'USD',
        total_charge: charge,
        shipment_charge_total: charge,
        min_delivery_time: days[0],
        max_delivery_time: days[1],
        cost_rank: at + 1,
        value_for_money_rank: at + 1,
        incoterms: 'DDU',
      }))
      return { rates, meta: meta() }
    })

    app.post('/shipments', async (request, reply) => {
      const parsed = z.safeParse(NewShipment, request.body)
      if (!parsed.success) return refuse(reply, 422, 'invalid_content', INVALID, [z.prettifyError(parsed.error)])
      const shipment: StoredShipment = {
        id: `ESUS${10_006_001 + state.shipments.length}`,
        number: parsed.data.order_data?.platform_order_number ?? '',
        shipment_state: 'created',
        label_state: 'not_created',
        delivery_state: 'not_created',
        label_paid_at: null,
        courier_service_id: parsed.data.courier_settings?.courier_service_id ?? SERVICES[0].id,
        body: parsed.data as StoredShipment['body'],
        polls_left: 0,
      }
      state.shipments.push(shipment)
      state.save()
      return reply.code(201).send({ shipment: present(shipment, false), meta: meta() })
    })

    app.get('/shipments', async (request) => {
      const { platform_order_number: number } = request.query as { platform_order_number?: string }
      const matches = state.shipments.filter((one) => number === undefined || one.number === number)
      return {
        shipments: matches.map((one) => present(one, false)),
        meta: { ...meta(), pagination: { page: 1, next: null } },
      }
    })

    /** The shipment of the address, or a 404. */
    const reach = (request: FastifyRequest, reply: FastifyReply): StoredShipment | null => {
      const { id } = request.params as { id: string }
      const match = state.shipments.find((shipment) => shipment.id === id)
      if (!match) refuse(reply, 404, 'not_found', 'The record is not found.')
      return match ?? null
    }

    app.get('/shipments/:id', async (request, reply) => {
      const shipment = reach(request, reply)
      if (!shipment) return reply
      if (shipment.label_state === 'pending' && shipment.polls_left-- <= 0) shipment.label_state = 'generated'
      state.save()
      return { shipment: present(shipment, true), meta: meta() }
    })

    app.patch('/shipments/:id', async (request, reply) => {
      const shipment = reach(request, reply)
      if (!shipment) return reply
      if (shipment.label_paid_at)
        return refuse(reply, 422, 'invalid_content', INVALID, ['Shipments with generated labels cannot be updated'])
      const parsed = z.safeParse(z.partial(NewShipment), request.body)
      if (!parsed.success) return refuse(reply, 422, 'invalid_content', INVALID, [z.prettifyError(parsed.error)])
      Object.assign(shipment.body, parsed.data)
      shipment.courier_service_id = parsed.data.courier_settings?.courier_service_id ?? shipment.courier_service_id
      state.save()
      return { shipment: present(shipment, false), meta: meta() }
    })

    app.post('/shipments/:id/label', async (request, reply) => {
      const shipment = reach(request, reply)
      if (!shipment) return reply
      // Buying a label twice charges twice, so that a test notices it.
      state.paid.push(shipment.id)
      shipment.label_paid_at = new Date().toISOString()
      shipment.polls_left = controls.pollsOfLabel()
      shipment.label_state = shipment.polls_left > 0 ? 'pending' : 'generated'
      state.save()
      return reply.code(201).send({ shipment: present(shipment, false), meta: meta() })
    })

    app.delete('/shipments/:id', async (request, reply) => {
      const shipment = reach(request, reply)
      if (!shipment) return reply
      if (shipment.label_paid_at)
        return refuse(reply, 422, 'invalid_content', 'Shipments with labels cannot be deleted.')
      state.shipments.splice(state.shipments.indexOf(shipment), 1)
      state.save()
      return { success: { message: 'Shipment successfully deleted' }, meta: meta() }
    })

    app.post('/shipments/:id/cancel', async (request, reply) => {
      const shipment = reach(request, reply)
      if (!shipment) return reply
      if (
        shipment.shipment_state === 'cancelled' ||
        !['not_created', 'pending', 'info_received'].includes(shipment.delivery_state)
      )
        return refuse(reply, 422, 'invalid_content', 'The shipment cannot be cancelled.')
      shipment.shipment_state = 'cancelled'
      shipment.label_state = 'voided'
      state.save()
      return {
        shipment: present(shipment, false),
        success: { message: 'Shipment successfully cancelled' },
        meta: meta(),
      }
    })
  }
