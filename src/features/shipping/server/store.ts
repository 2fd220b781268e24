import { sql } from 'kysely'
import { searchPeople } from '#features/accounts/server/api.ts'
import { presentAddress } from '#features/orders/server/api.ts'
import type { IntegrationStatus } from '#kernel/product/integration.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { AddressValues } from '../contract.ts'
import type { SentOption } from '../rules/options.ts'

export type ShipmentItem = {
  title: string
  quantity: number
  weight: number
  width: number
  height: number
  length: number
  value_cents: number
  category: string
}

const items = sql<ShipmentItem[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity, 'weight', i.weight,
    'width', i.width, 'height', i.height, 'length', i.length, 'value_cents', i.value_cents, 'category', i.category)
    order by i.id), '[]')
  from shipment_items i where i.portal_id = s.portal_id and i.shipment_id = s.id
)`

const selectShipments = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('shipments as s')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 's.portal_id').onRef('u.id', '=', 's.user_id'))
    .leftJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 's.portal_id').onRef('o.id', '=', 's.order_id'))
    .select([
      's.id',
      's.portal_id',
      's.uuid',
      's.order_id',
      's.user_id',
      's.option',
      's.carrier',
      's.carrier_name',
      's.address',
      's.status',
      's.carrier_text',
      's.failures',
      's.service_id',
      's.tracking_number',
      's.tracking_url',
      's.label_file',
      's.error',
      's.cancel_asked_at',
      's.cancelled_at',
      's.handed_over_at',
      's.created_at',
      'o.number as order_number',
      'u.first_name',
      'u.middle_name',
      'u.last_name',
      'u.email',
      'u.direct_number',
      sql<string | null>`(select number from badges b
        where b.portal_id = s.portal_id and b.user_id = s.user_id and b.withdrawn_at is null)`.as('badge_number'),
      items.as('items'),
    ])
    .$narrowType<{ status: IntegrationStatus; option: SentOption }>()
    .where('s.portal_id', '=', portalId)

export type ShipmentRow = Awaited<ReturnType<ReturnType<typeof selectShipments>['executeTakeFirstOrThrow']>>

export const findShipment = async (tx: Tx, portalId: number, id: number): Promise<ShipmentRow | null> =>
  (await selectShipments(tx, portalId).where('s.id', '=', id).executeTakeFirst()) ?? null

/** As `findShipment`, and locked until the transaction ends. */
export const lockShipment = async (tx: Tx, portalId: number, id: number): Promise<ShipmentRow | null> =>
  (await selectShipments(tx, portalId).where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirst()) ?? null

type ListQuery = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  status?: string | undefined
  option?: string | undefined
}

/** One page of shipments; what is searched for is a recipient, an order or a tracking number. */
export const listShipments = async (tx: Tx, portalId: number, { search, status, option, ...request }: ListQuery) => {
  let query = selectShipments(tx, portalId)
  // A canceled shipment has no other status for those who look.
  if (status) query = query.where('s.status', '=', status as IntegrationStatus).where('s.cancelled_at', 'is', null)
  if (option) query = query.where('s.option', '=', option as SentOption)
  if (search) {
    const recipient = await searchPeople(tx, search)
    query = query.where((eb) => eb.or([recipient, eb('o.number', '=', search), eb('s.tracking_number', '=', search)]))
  }
  // Ids grow with the time of creation.
  return keysetPage(query, { ...request, keys: [], id: 's.id' })
}

/** A shipment as those see it who look after shipments (SHP-007). */
export const presentShipment = (row: ShipmentRow) => ({
  id: row.id,
  order_id: row.order_id,
  order_number: row.order_number,
  user: { id: row.user_id, name: displayName(row), email: row.email, badge_number: row.badge_number },
  items: row.items.map(({ title, quantity }) => ({ title, quantity })),
  address: presentAddress(row.address),
  option: row.option,
  carrier: row.carrier_name,
  tracking_number: row.tracking_number,
  tracking_url: row.tracking_url,
  label_file: row.label_file && row.cancelled_at === null ? `/api/v1/shipments/${row.id}/label` : null,
  status: row.status,
  carrier_text: row.carrier_text,
  error: row.error,
  is_waiting_for_address: row.address === null && row.cancelled_at === null,
  is_handed_over: row.handed_over_at !== null,
  is_being_cancelled: row.cancel_asked_at !== null && row.cancelled_at === null,
  is_cancelled: row.cancelled_at !== null,
  created_at: row.created_at,
})

export type NewShipment = {
  portal_id: number
  order_id: number | null
  user_id: number
  option: SentOption
  carrier: string | null
  address: AddressValues | null
  items: ShipmentItem[]
  created_at: Date
}

/** Writes a shipment with what is in it; null where the order has one already that is not canceled. */
export const insertShipment = async (tx: Tx, { items, ...shipment }: NewShipment): Promise<number | null> => {
  const row = await tx
    .insertInto('shipments')
    .values({ ...shipment, address: shipment.address && JSON.stringify(shipment.address) })
    .onConflict((conflict) => conflict.columns(['portal_id', 'order_id']).where('cancelled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const place = { portal_id: shipment.portal_id, shipment_id: row.id }
  await tx
    .insertInto('shipment_items')
    .values(items.map((item) => ({ ...item, ...place })))
    .execute()
  return row.id
}

export type ShipmentChange = Partial<{
  status: IntegrationStatus
  address: string
  carrier_name: string | null
  carrier_text: string | null
  failures: number
  service_id: string | null
  tracking_number: string | null
  tracking_url: string | null
  label_file: string | null
  error: string | null
  cancel_asked_at: Date | null
  cancelled_at: Date | null
  handed_over_at: Date | null
}>

/** Writes how a shipment stands; an error lasts until the next change. */
export const updateShipment = async (
  tx: Tx,
  at: { portal_id: number; id: number },
  change: ShipmentChange,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('shipments')
    .set({ error: null, ...change, updated_at: now })
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .execute()
}
