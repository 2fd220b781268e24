import type { Wire } from '#kernel/endpoint.ts'
import type { showShipment } from '../contract.ts'

export type Shipment = Wire<typeof showShipment>['data']

/** What people read for each option (SHP-001). */
export const OPTION_WORDS = {
  none: 'Nothing is sent',
  delivery: 'Delivery',
  signature: 'Delivery with a signature',
  adult_signature: 'Delivery with the signature of an adult',
} as const

export const SENT_OPTIONS = (['delivery', 'signature', 'adult_signature'] as const).map((value) => ({
  value,
  label: OPTION_WORDS[value],
}))

/** What people read for each status (INT-004). */
export const STATUS_WORDS = {
  NOT_STARTED: 'Not sent yet',
  PENDING: 'In progress',
  SUCCESS: 'Ready',
  TEMPORARY_FAILURE: 'Trying again',
  FAILED: 'Failed',
} as const

const LOOKS = {
  NOT_STARTED: 'not_started',
  PENDING: 'processing',
  SUCCESS: 'success',
  TEMPORARY_FAILURE: 'pending',
  FAILED: 'failed',
} as const

/** How a shipment stands, as one badge. */
export const badgeOf = (shipment: Shipment): { status: string; label: string } => {
  if (shipment.is_cancelled) return { status: 'cancelled', label: 'Canceled' }
  if (shipment.is_being_cancelled) return { status: 'processing', label: 'Being cancelled' }
  if (shipment.is_waiting_for_address) return { status: 'pending', label: 'Waiting for an address' }
  if (shipment.is_handed_over) return { status: 'shipped', label: shipment.carrier_text ?? 'On its way' }
  return { status: LOOKS[shipment.status], label: STATUS_WORDS[shipment.status] }
}

/** True while the shipment will soon change without anyone doing anything. */
export const isMoving = (shipment: Shipment): boolean =>
  !shipment.is_cancelled &&
  (shipment.is_being_cancelled ||
    shipment.status === 'PENDING' ||
    (shipment.status === 'NOT_STARTED' && !shipment.is_waiting_for_address))
