/** ORD-027. */
export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'deleted'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Where a subscription may go from each status (ORD-030). */
export const SUBSCRIPTION_MOVES = {
  trialing: ['active', 'canceled'],
  active: ['past_due', 'canceled'],
  past_due: ['active', 'unpaid', 'canceled'],
  unpaid: ['active', 'canceled'],
  canceled: ['deleted'],
  deleted: [],
} as const satisfies Record<SubscriptionStatus, readonly SubscriptionStatus[]>

/** Whether a subscription may go from one status to the other (ORD-030). */
export const canMoveSubscription = (from: SubscriptionStatus, to: SubscriptionStatus): boolean =>
  (SUBSCRIPTION_MOVES[from] as readonly SubscriptionStatus[]).includes(to)

type Standing = {
  status: SubscriptionStatus
  ends_at: Date
  /** False where no card renews it: a trial, or a plan that was attached without payment. */
  renews: boolean
}

/** A time that no subscription reaches, for one that renews itself. */
export const NO_END = new Date('9999-01-01T00:00:00Z')

/**
 * Until when a subscription gives access, or null when it gives none (ORD-031): one that renews itself or is only late
 * has no end, one that is canceled, on trial or attached ends with its term.
 */
export const accessUntil = ({ status, ends_at, renews }: Standing): Date | null => {
  if (status === 'deleted' || status === 'unpaid') return null
  if (status === 'past_due') return NO_END
  return status === 'active' && renews ? NO_END : ends_at
}

/** Whether a subscription gives access at this time (ORD-031). */
export const givesAccess = (standing: Standing, now: Date): boolean => {
  const until = accessUntil(standing)
  return until !== null && until > now
}
