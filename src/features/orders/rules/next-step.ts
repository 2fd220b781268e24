import type { Role } from '#kernel/access/roles.ts'

/** What an order gave for a course, as far as the next step of its buyer depends on it. */
type GivenCourse = { title: string; slug: string; outcome: 'enrolled' | 'credits' | null }

export type NextStep =
  /** The buyer is a learner of the course now. */
  | { kind: 'start'; title: string; slug: string }
  /** The buyer is a learner of several courses now. */
  | { kind: 'start-all' }
  /** The buyer holds credits to give. */
  | { kind: 'give' }
  /** The portal holds them: they are given and used from there (ORD-037). */
  | { kind: 'portal-credits' }
  /** A subscription has begun: the portal that it was bought for, or the own one. */
  | { kind: 'portal'; href: string }
  | { kind: 'subscription' }
  /** The buyer has a new account and sets a password first. */
  | { kind: 'set-password' }

/** Roles that buy credits for themselves, and the holder of those credits; all other roles buy them for the portal. */
const BOUGHT_BY: Partial<Record<Role, 'give' | 'subscription'>> = { manager: 'give', partner: 'subscription' }

type Bought = {
  items: readonly { kind: string }[]
  portal_url?: string | null
  courses: readonly GivenCourse[]
}

/**
 * What somebody in this role, or a visitor, does after buying, the most natural first: own seats are started, credits are
 * given (ORD-044). Credits that are bought by themselves are a manager's own, a company's, or else the portal's.
 */
export const nextSteps = ({ items, courses, portal_url }: Bought, role: Role | null): NextStep[] => {
  const portal: NextStep[] = portal_url ? [{ kind: 'portal', href: portal_url }] : []
  if (role === null) return [{ kind: 'set-password' }, ...portal]
  if (items.some(({ kind }) => kind === 'subscription')) return portal_url ? portal : [{ kind: 'subscription' }]
  const own = courses.filter(({ outcome }) => outcome === 'enrolled')
  const [first] = own
  const steps: NextStep[] = []
  if (own.length === 1 && first) steps.push({ kind: 'start', title: first.title, slug: first.slug })
  else if (own.length > 1) steps.push({ kind: 'start-all' })
  const areOwn = courses.some(({ outcome }) => outcome === 'credits') && !items.some(({ kind }) => kind === 'credits')
  if (areOwn) steps.push({ kind: 'give' })
  else if (items.some(({ kind }) => kind === 'credits')) steps.push({ kind: BOUGHT_BY[role] ?? 'portal-credits' })
  return steps
}
