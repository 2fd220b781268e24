/** What other slices, and the composition, may call of shipping. */
export { recallShipment, tellRecalled } from './actions/cancel-shipment.ts'
export { shipOrder, shippingOf } from './actions/ship-order.ts'
export { sentWith } from './sent.ts'
