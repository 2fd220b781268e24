import { businessName, PLAN_SHORT_NAMES, type PlanShortName } from '#kernel/product/plans.ts'
import { wordOf } from '#ui/app/status-badge.tsx'

/** What a portal can be, as people choose it (PRT-003, PRT-034). */
export const TYPES = [
  { value: 1, label: 'In-house: for your own people, without a shop' },
  { value: 2, label: 'Channel: for customers' },
]

/** A plan's name as people know it, with the short one where there is no other (PRT-027). */
export const planName = (shortName: string | null): string => {
  if (shortName === null) return 'No plan'
  return businessName(shortName as PlanShortName) ?? wordOf(shortName)
}

export const PLANS = PLAN_SHORT_NAMES.map((value) => ({ value, label: `${planName(value)} (${value})` }))

export const STATUS_NAMES = {
  initializing: 'Being created',
  pending: 'Not complete',
  pending_validation: 'Waiting for review',
  processing: 'Being set up',
  active: 'Open',
} as const
