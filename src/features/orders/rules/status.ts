import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'

export { ORDER_STATUS, type OrderStatus }
export type OrderWord = keyof typeof ORDER_STATUS

const { pending, cancelled, completed, failed, processing, refunded } = ORDER_STATUS

export const ORDER_WORDS: Record<OrderStatus, OrderWord> = {
  [pending]: 'pending',
  [cancelled]: 'cancelled',
  [completed]: 'completed',
  [failed]: 'failed',
  [processing]: 'processing',
  [refunded]: 'refunded',
}

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
