/** How a shipment stands at the service, as far as it decides what follows. */
export type Standing = { shipment_state: string; label_state: string; delivery_state: string }

const NOT_BOUGHT = ['not_created', 'failed']
const HAS_LABEL = ['generated', 'printed', 'reported']
const WITH_US = ['not_created', 'pending', 'info_received']

/** True while no label has been paid, so that it may be bought: never twice. */
export const mayBuyLabel = ({ label_state: label }: Standing): boolean => NOT_BOUGHT.includes(label)

export const hasLabel = ({ label_state: label }: Standing): boolean => HAS_LABEL.includes(label)

/** True from the moment the carrier has the parcel; from then on nothing can be canceled (SHP-010). */
export const isHandedOver = ({ delivery_state: delivery }: Standing): boolean => !WITH_US.includes(delivery)

/** True when the parcel's journey is over. */
export const isOver = ({ delivery_state: delivery, shipment_state: state }: Standing): boolean =>
  ['delivered', 'returned', 'lost_by_courier', 'cancelled'].includes(delivery) || state === 'cancelled'

const sentence = (state: string) => {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The carrier's text of a shipment (SHP-008). */
export const carrierTextOf = (standing: Standing): string => {
  if (standing.delivery_state !== 'not_created') return sentence(standing.delivery_state)
  return hasLabel(standing) ? 'Label created' : 'Waiting for the label'
}

const HOUR = 3_600_000
/** How often the carrier is asked where a parcel is. */
export const TRACKING_PAUSE_MS = 6 * HOUR
/** After this long, about two months, a parcel that has not arrived is not tracked any more. */
export const MOST_TRACKING = 240
/** A label that is not there by then never will be: about a day. */
export const MOST_QUESTIONS = 1500
