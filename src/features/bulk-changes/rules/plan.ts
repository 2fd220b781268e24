import type { Action, Outcome } from './actions.ts'

/** The dates of an enrollment as they are stored, in ISO 8601. */
export type Dates = { starts_at: string; due_at: string | null; expires_at: string }
/** Where a learner is in the versions of a course. */
export type Place = {
  version: number
  items_done: number
  items_total: number
  /** Items that they do again, and packages in which they keep their place, after a move. */
  opens_again: number
  places_kept: number
}
/** The grade of a response; `graded_at` is null for one that waits, and for what a run will give. */
export type GradeState = {
  result: 'waiting' | 'passed' | 'failed'
  score: number | null
  has_comment: boolean
  graded_at: string | null
}
/** What a row shows before and after; null where nobody is enrolled. */
export type State = Dates | Place | GradeState | null

/** The mail of a row that reminds, and when the learner got the last one before it. */
export type Mail = { to: string; subject: string; last_at: string | null }

/** What a row would do. */
export type Plan<S extends State = State> = {
  outcome: Outcome
  /** Why it stays or is refused, or what there is to know. */
  reason: string | null
  /** Credits that it uses; below zero for those that it gives back. */
  credits: number
  before: S
  after: S
  /** Of a reminder alone. */
  mail?: Mail | null
}

export const refused = <S extends State>(reason: string, before: S | null = null): Plan<S | null> => ({
  outcome: 'refused',
  reason,
  credits: 0,
  before,
  after: before,
})

export const unchanged = <S extends State>(reason: string, before: S): Plan<S> => ({
  outcome: 'unchanged',
  reason,
  credits: 0,
  before,
  after: before,
})

/** Whether two states of the rows of one action are the same. */
export const isSameState = (one: State, other: State): boolean => {
  if (one === null || other === null) return one === other
  const values = other as Record<string, unknown>
  return Object.entries(one).every(([field, value]) => values[field] === value)
}

/** What the row keeps of its preview. */
export type Previewed = Pick<Plan, 'outcome' | 'credits' | 'before' | 'after' | 'mail'>

const CHANGED: Partial<Record<Action, string>> = {
  remind: 'the enrollment or the e-mail address',
  grade: 'the grade, or what is enough to pass,',
}

/**
 * Why a row is left out although it could be changed: its effect would be another one than the preview said (BLK-007); null
 * where it is the same. The dates of a new enrollment begin with the run, and the days that a reminder counts are those of the
 * day on which it is sent, so they are no difference.
 */
export const differenceOf = (action: Action, previewed: Previewed, now: Plan): string | null => {
  if (now.outcome !== 'changed') return null
  const isSame =
    previewed.outcome === 'changed' &&
    previewed.credits === now.credits &&
    isSameState(previewed.before, now.before) &&
    previewed.mail?.to === now.mail?.to &&
    (action === 'enroll' || isSameState(previewed.after, now.after))
  return isSame
    ? null
    : `Left out, because ${CHANGED[action] ?? 'the enrollment'} has changed since the preview. Make a new bulk change for it.`
}

/** Decides rows in their order: a credit that a row uses is gone for those after it (BLK-003). */
export const inOrder = <Row>(
  rows: readonly Row[],
  credits: number,
  decide: (row: Row, left: number) => Plan,
): Plan[] => {
  let left = credits
  return rows.map((row) => {
    const plan = decide(row, left)
    if (plan.credits > 0) left -= plan.credits
    return plan
  })
}
