import { ORDER_STATUS } from '#kernel/product/statuses.ts'

/** What has become of an order whose payment page was left; `none` for an order that is not this person's. */
export type Outcome = 'cancelled' | 'paid' | 'unsure' | 'none'

/**
 * The answer of the call that cancels it (ORD-008). An order that is still pending could not be closed, because it is
 * being paid; a completed or refunded one refuses with 422; the money of a failed one may be on its way back. The
 * order's own page says which of these it is.
 */
export const leaveOrder = (answer: { order_status: number } | { refusal: number }): Outcome => {
  if ('order_status' in answer) return answer.order_status === ORDER_STATUS.cancelled ? 'cancelled' : 'paid'
  if (answer.refusal === 422) return 'paid'
  return answer.refusal === 404 ? 'none' : 'unsure'
}
