/** The key under which a refund of ours is asked for, which the provider keeps with it. */
export const refundKey = (portalId: number, { id, payment_reference }: { id: number; payment_reference: string }) =>
  `refund-${portalId}-${id}-${payment_reference}`
