/** The words in which access is stored and answered (LRN-009, LRN-011). */
export const ACCESS = ['pending', 'active', 'expired'] as const
export type Access = (typeof ACCESS)[number]

/** What the access of a learner depends on. */
export type Term = {
  starts_at: Date
  /** Five years after purchase, or after `starts_at` (USR-021, LEG-005). */
  expires_at: Date
  completed_at: Date | null
  /** When the enrollment ended, by unenrolling or because no grant is left. */
  ended_at: Date | null
}

/** Access at a time: pending before the start, active until the term is over or the course is completed, then expired (LRN-010). */
export function accessAt(term: Term, now: Date): Access {
  if (term.ended_at !== null || term.completed_at !== null || now >= term.expires_at) return 'expired'
  return now < term.starts_at ? 'pending' : 'active'
}

/** True while the learner may read the course: completion ends the work in it, only the term ends reading (LEG-006). */
export function isReadableAt(term: Term, now: Date): boolean {
  return term.ended_at === null && now >= term.starts_at && now < term.expires_at
}

/** Why somebody is in a course; it counts until it is revoked. */
export type GrantState = { revoked_at: Date | null }

export type Person = { is_member: boolean; is_blocked: boolean; is_learner: boolean }

export type Reason =
  | { code: 'granted' }
  | { code: 'not_a_member' }
  | { code: 'blocked' }
  | { code: 'role_missing' }
  | { code: 'no_grant' }
  | { code: 'ended'; at: Date }
  | { code: 'not_started'; at: Date }
  | { code: 'expired'; at: Date }
  | { code: 'completed'; at: Date }

export type Verdict = {
  access: Access
  /** May work on the items of the course. */
  can_work: boolean
  /** May open the course and read it. */
  can_read: boolean
  /** Every blocking reason, or the one reason that lets the person in. */
  reasons: Reason[]
}

/** Why this person can or cannot enter, at this time: what is in the way of them, of the enrollment and of its grants. */
export function decideAccess(term: Term, grants: readonly GrantState[], person: Person, now: Date): Verdict {
  const obstacles: Reason[] = []
  if (!person.is_member) obstacles.push({ code: 'not_a_member' })
  if (person.is_blocked) obstacles.push({ code: 'blocked' })
  if (person.is_member && !person.is_learner) obstacles.push({ code: 'role_missing' })
  if (!grants.some((grant) => grant.revoked_at === null)) obstacles.push({ code: 'no_grant' })
  if (term.ended_at) obstacles.push({ code: 'ended', at: term.ended_at })
  if (now < term.starts_at) obstacles.push({ code: 'not_started', at: term.starts_at })
  if (now >= term.expires_at) obstacles.push({ code: 'expired', at: term.expires_at })
  const can_read = obstacles.length === 0
  if (term.completed_at) obstacles.push({ code: 'completed', at: term.completed_at })
  const can_work = obstacles.length === 0
  return {
    access: accessAt(term, now),
    can_work,
    can_read,
    reasons: can_work ? [{ code: 'granted' }] : obstacles,
  }
}
