/** Channel type numbers, kept in `setting.type` (PRT-003, PRT-004). */
export const CHANNEL_TYPES = { in_house: 1, channel: 2 } as const
export type ChannelType = (typeof CHANNEL_TYPES)[keyof typeof CHANNEL_TYPES]

/** Portal tiers with their other names (PRT-023). */
export const TIERS = {
  promo: 'growing',
  partner: 'partner',
  tier_2: 'established',
  tier_3: 'enterprise',
  special: 'special',
} as const
export type Tier = keyof typeof TIERS

/** Plans (PRT-024). */
export const PLANS = ['enterprise', 'established', 'partner'] as const
export type Plan = (typeof PLANS)[number]

/** What `plan.short_name` of a portal can be (PRT-025). */
export const PLAN_SHORT_NAMES = [...PLANS, 'promo', 'tier_2', 'tier_3', 'special'] as const
export type PlanShortName = (typeof PLAN_SHORT_NAMES)[number]

const BUSINESS_NAMES: Record<PlanShortName, string | null> = {
  promo: 'Growing Business',
  tier_2: 'Established Business',
  established: 'Established Business',
  tier_3: 'Enterprise',
  enterprise: 'Enterprise',
  partner: null,
  special: null,
}

/** The name in the legal texts and on plan cards; null for partner and special, which have none (PRT-026, PRT-027). */
export function businessName(plan: PlanShortName): string | null {
  return BUSINESS_NAMES[plan]
}

/** True when both short names mean the same plan, such as tier_2 and established (PRT-027). */
export function isSamePlan(plan: PlanShortName, other: PlanShortName): boolean {
  return plan === other || (businessName(plan) !== null && businessName(plan) === businessName(other))
}
