import { storedState } from '#standins/kept.ts'

export type StoredShipment = {
  id: string
  number: string
  shipment_state: 'created' | 'cancelled'
  label_state: string
  delivery_state: string
  label_paid_at: string | null
  courier_service_id: string
  /** The request as it was received. */
  body: Record<string, unknown> & { destination_address: Record<string, string | null | undefined> }
  /** How many requests answer "pending" before the label is ready. */
  polls_left: number
}

/** The state of the stand-in, which survives a restart. `paid` holds the id of a shipment once for each label bought. */
export const createState = (dir: string) =>
  storedState<{ shipments: StoredShipment[]; paid: string[] }>(dir, { shipments: [], paid: [] })
export type State = ReturnType<typeof createState>

export const CATEGORIES = [
  { id: 14, name: 'Books & Collectibles', slug: 'books_collectibles' },
  { id: 11, name: 'Documents', slug: 'documents' },
  { id: 6, name: 'Accessory (no battery)', slug: 'accessory_no_battery' },
  { id: 8, name: 'Fashion', slug: 'fashion' },
  { id: 21, name: 'Tools & Home Improvement', slug: 'tools' },
]

export const SERVICES = [
  {
    id: '0d9c0a8e-4b0e-4c5b-9a2b-2b7cf0c7a101',
    umbrella_name: 'USPS',
    name: 'USPS - Media Mail',
    charge: 4.63,
    days: [2, 8],
  },
  {
    id: '0d9c0a8e-4b0e-4c5b-9a2b-2b7cf0c7a102',
    umbrella_name: 'USPS',
    name: 'USPS - Ground Advantage',
    charge: 6.94,
    days: [2, 5],
  },
  {
    id: '0d9c0a8e-4b0e-4c5b-9a2b-2b7cf0c7a103',
    umbrella_name: 'UPS',
    name: 'UPS - Ground Saver',
    charge: 9.12,
    days: [3, 6],
  },
  {
    id: '0d9c0a8e-4b0e-4c5b-9a2b-2b7cf0c7a104',
    umbrella_name: 'FedEx',
    name: 'FedEx - Home Delivery',
    charge: 11.48,
    days: [2, 5],
  },
] as const
