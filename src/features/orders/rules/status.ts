/** ORD-006. */
export const ORDER_STATUS = { pending: 1, cancelled: 2, completed: 3, failed: 4, processing: 5, refunded: 6 } as const
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]
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
