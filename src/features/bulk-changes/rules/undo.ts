import type { DatesAction, Undo } from './actions.ts'
import type { Dates, State } from './plan.ts'

/** What the run wrote for a row, as far as the undo needs it. */
export type Written = {
  before: Dates | null
  after: Dates | null
  /** When an enrollment that was taken away has ended, as it is stored. */
  ended_at: string | null
  /** How far the learner was. */
  progress: string
  /** The person became a learner of the portal with the row. */
  gave_role: boolean
}

/** How the enrollment of a row is now. */
export type UndoFacts = {
  course: string
  is_member: boolean
  dates: Dates
  ended_at: string | null
  is_completed: boolean
  has_progress: boolean
  progress: string
  /** Rights to the course that the run did not give. */
  other_grants: number
  /** Another enrollment in the course that has not run out. */
  is_enrolled_again: boolean
  /** Credits that would go back. */
  credits: number
  /** The credit that came back: none did, it is there, or it has been used since. */
  returned: 'none' | 'there' | 'gone'
  now: Date
}

export type UndoPlan<S extends State = State> = {
  undo: Undo
  /** What stands in the way. */
  reason: string | null
  /** Credits that are used again; below zero for those that go back. */
  credits: number
  /** How the enrollment will be. */
  after: S
}

type Rule = (written: Written, facts: UndoFacts) => string | null

const MOVED: readonly (readonly [keyof Dates, string])[] = [
  ['starts_at', 'start'],
  ['due_at', 'due date'],
  ['expires_at', 'end of access'],
]

/** Dates that the run moved and somebody has changed since. */
const changedAgain = ({ before, after }: Written, { dates }: UndoFacts): string[] =>
  MOVED.filter(([field]) => before?.[field] !== after?.[field] && dates[field] !== after?.[field]).map(
    ([, name]) => name,
  )

/** What stands in the way of undoing a row of each action (BLK-012); null where nothing does. */
const OBSTACLES: Record<DatesAction, Rule> = {
  enroll: (_, facts) => {
    const { course } = facts
    if (facts.ended_at !== null) return 'Was unenrolled since, so there is nothing to undo.'
    if (facts.has_progress || facts.is_completed) return `Has started ${course}, so the enrollment stays.`
    if (facts.other_grants > 0) return `Has another right to ${course} by now, so the enrollment stays.`
    return null
  },
  unenroll: (written, facts) => {
    if (!facts.is_member) return 'Has left this portal.'
    if (facts.ended_at === null) return 'Was enrolled again since, so there is nothing to undo.'
    if (facts.ended_at !== written.ended_at) return 'Was enrolled and unenrolled again since.'
    if (facts.is_enrolled_again) return `Is enrolled in ${facts.course} again.`
    if (facts.returned === 'gone')
      return 'The credit that came back has been used since, and none is left in its place.'
    return null
  },
  extend: (written, facts) => {
    const { course, now } = facts
    if (facts.ended_at !== null) return 'Was unenrolled since, so there is nothing to undo.'
    if (facts.is_completed) return `Has completed ${course}, so the dates stay.`
    const names = changedAgain(written, facts)
    if (names.length > 0) return `Changed again since, so the dates stay: ${names.join(', ')}.`
    const isOver = written.before !== null && new Date(written.before.expires_at) <= now
    if (isOver && facts.progress !== written.progress)
      return `Has worked in ${course} after the former end of access, so the dates stay.`
    return null
  },
}

/** Dates of the enrollment once those that the run moved are as they were. */
const formerDates = ({ before, after }: Written, { dates }: UndoFacts): Dates => {
  const former = { ...dates }
  for (const [field] of MOVED) if (before && before[field] !== after?.[field]) former[field] = before[field] as never
  return former
}

/** What the undo would do for a row that the run wrote: restore what was before, or keep it and say why. */
export const decideUndo = (action: DatesAction, written: Written, facts: UndoFacts): UndoPlan<Dates | null> => {
  const reason = OBSTACLES[action](written, facts)
  const now: Dates | null = facts.ended_at === null ? facts.dates : null
  if (reason !== null) return { undo: 'kept', reason, credits: 0, after: now }
  if (action === 'enroll') return { undo: 'restored', reason: null, credits: 0 - facts.credits, after: null }
  if (action === 'unenroll')
    return { undo: 'restored', reason: null, credits: facts.returned === 'there' ? 1 : 0, after: facts.dates }
  return { undo: 'restored', reason: null, credits: 0, after: formerDates(written, facts) }
}
