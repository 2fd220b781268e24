import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'

const { pending, cancelled, completed, failed, processing, refunded } = ORDER_STATUS

/** Where an order may go from each status (ORD-007). */
export const ORDER_MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  [pending]: [processing, cancelled, failed],
  [processing]: [completed, failed, cancelled],
  [completed]: [refunded],
  [cancelled]: [],
  [failed]: [],
  // Only when a refund turns out to have failed (ORD-051).
  [refunded]: [completed],
}

/** Whether an order may go from one status to the other (ORD-007). */
export const canMove = (from: OrderStatus, to: OrderStatus): boolean => ORDER_MOVES[from].includes(to)
