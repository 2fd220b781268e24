/** What an order gave for a course, as far as the next step of its buyer depends on it. */
type GivenCourse = { title: string; slug: string; outcome: 'enrolled' | 'credits' | null }

export type NextStep =
  /** The buyer is a learner of the course now. */
  | { kind: 'start'; title: string; slug: string }
  /** The buyer is a learner of several courses now. */
  | { kind: 'start-all' }
  /** The buyer holds credits to give. */
  | { kind: 'give' }
  /** A subscription has begun: the portal that it was bought for, or the own one. */
  | { kind: 'portal'; href: string }
  | { kind: 'subscription' }
  /** The buyer has a new account and sets a password first. */
  | { kind: 'set-password' }

type Bought = {
  items: readonly { kind: string }[]
  portal_url?: string | null
  courses: readonly GivenCourse[]
}

/** What somebody does after buying, the most natural first: own seats are started, credits are given (ORD-044). */
export const nextSteps = ({ items, courses, portal_url }: Bought, isSignedIn: boolean): NextStep[] => {
  const portal: NextStep[] = portal_url ? [{ kind: 'portal', href: portal_url }] : []
  if (!isSignedIn) return [{ kind: 'set-password' }, ...portal]
  if (items.some(({ kind }) => kind === 'subscription')) return portal_url ? portal : [{ kind: 'subscription' }]
  const own = courses.filter(({ outcome }) => outcome === 'enrolled')
  const [first] = own
  const steps: NextStep[] = []
  if (own.length === 1 && first) steps.push({ kind: 'start', title: first.title, slug: first.slug })
  else if (own.length > 1) steps.push({ kind: 'start-all' })
  const hasCredits =
    courses.some(({ outcome }) => outcome === 'credits') || items.some(({ kind }) => kind === 'credits')
  if (hasCredits) steps.push({ kind: 'give' })
  return steps
}
