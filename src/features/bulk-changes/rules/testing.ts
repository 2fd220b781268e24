import type { Dates } from './plan.ts'
import type { UndoFacts } from './undo.ts'

// What the tests of these rules begin from.
export const ZONE = 'America/New_York'
export const NOW = new Date('2026-11-27T15:00:00.000Z')
export const COURSE = 'Ladder Safety'

export const dates = (values: Partial<Dates> = {}): Dates => ({
  starts_at: '2026-11-01T05:00:00.000Z',
  due_at: '2026-12-02T04:59:59.999Z',
  expires_at: '2027-01-01T05:00:00.000Z',
  ...values,
})

/** An enrollment that nobody has touched since. */
export const untouched = (now: Dates, values: Partial<UndoFacts> = {}): UndoFacts => ({
  course: COURSE,
  is_member: true,
  dates: now,
  ended_at: null,
  is_completed: false,
  has_progress: false,
  progress: '4:0',
  other_grants: 0,
  is_enrolled_again: false,
  credits: 0,
  returned: 'none',
  now: NOW,
  ...values,
})
