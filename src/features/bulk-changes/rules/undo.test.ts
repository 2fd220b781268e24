import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/format/day.ts'
import type { DatesAction } from './actions.ts'
import { decideEnroll } from './enroll.ts'
import { decideExtend } from './extend.ts'
import type { Dates, Plan, State } from './plan.ts'
import { COURSE, dates, NOW, untouched, ZONE } from './testing.ts'
import { decideUndo, type UndoFacts, type Written } from './undo.ts'
import { decideUnenroll } from './unenroll.ts'

const ENDED = '2026-11-26T15:00:00.000Z'
const written = (values: Partial<Written> = {}): Written => ({
  before: null,
  after: dates(),
  ended_at: null,
  progress: '4:0',
  gave_role: false,
  ...values,
})
const MOVED = dates({ due_at: '2027-01-01T04:59:59.999Z', expires_at: '2027-03-01T05:00:00.000Z' })
const extended = written({ before: dates(), after: MOVED })
const taken = written({ before: dates(), after: null, ended_at: ENDED })

describe('nothing stands in the way', () => {
  test.each<[string, DatesAction, Written, UndoFacts, number, State]>([
    [
      'an enrollment is ended and its credit goes back',
      'enroll',
      written(),
      untouched(dates(), { credits: 1 }),
      -1,
      null,
    ],
    [
      'an enrollment is open again with its credit',
      'unenroll',
      taken,
      untouched(dates(), { ended_at: ENDED, returned: 'there' }),
      1,
      dates(),
    ],
    [
      'an enrollment whose credit stayed used is open again without one',
      'unenroll',
      taken,
      untouched(dates(), { ended_at: ENDED, has_progress: true, progress: '1:2' }),
      0,
      dates(),
    ],
    ['both dates are as before', 'extend', extended, untouched(MOVED), 0, dates()],
    [
      'a date that the run did not move may have changed',
      'extend',
      written({ before: dates(), after: dates({ due_at: MOVED.due_at }) }),
      untouched(dates({ due_at: MOVED.due_at, expires_at: '2029-01-01T05:00:00.000Z' })),
      0,
      dates({ expires_at: '2029-01-01T05:00:00.000Z' }),
    ],
    [
      'a learner who worked while the former access lasted',
      'extend',
      extended,
      untouched(MOVED, { has_progress: true, progress: '1:3' }),
      0,
      dates(),
    ],
  ])('%s (BLK-010)', (_, action, row, facts, credits, after) => {
    expect(decideUndo(action, row, facts)).toEqual({ undo: 'restored', reason: null, credits, after })
  })
})

describe('something stands in the way', () => {
  test.each<[DatesAction, string, Written, Partial<UndoFacts>]>([
    ['enroll', 'Was unenrolled since, so there is nothing to undo.', written(), { ended_at: ENDED }],
    ['enroll', 'Has started Ladder Safety, so the enrollment stays.', written(), { has_progress: true }],
    ['enroll', 'Has started Ladder Safety, so the enrollment stays.', written(), { is_completed: true }],
    ['enroll', 'Has another right to Ladder Safety by now, so the enrollment stays.', written(), { other_grants: 1 }],
    ['unenroll', 'Has left this portal.', taken, { ended_at: ENDED, is_member: false }],
    ['unenroll', 'Was enrolled again since, so there is nothing to undo.', taken, {}],
    ['unenroll', 'Was enrolled and unenrolled again since.', taken, { ended_at: '2026-11-26T16:00:00.000Z' }],
    ['unenroll', 'Is enrolled in Ladder Safety again.', taken, { ended_at: ENDED, is_enrolled_again: true }],
    [
      'unenroll',
      'The credit that came back has been used since, and none is left in its place.',
      taken,
      { ended_at: ENDED, returned: 'gone' },
    ],
    ['extend', 'Was unenrolled since, so there is nothing to undo.', extended, { dates: MOVED, ended_at: ENDED }],
    ['extend', 'Has completed Ladder Safety, so the dates stay.', extended, { dates: MOVED, is_completed: true }],
    ['extend', 'Changed again since, so the dates stay: due date.', extended, { dates: { ...MOVED, due_at: null } }],
    ['extend', 'Changed again since, so the dates stay: due date, end of access.', extended, { dates: dates() }],
    [
      'extend',
      'Has worked in Ladder Safety after the former end of access, so the dates stay.',
      written({ before: dates({ expires_at: '2026-11-20T05:00:00.000Z' }), after: MOVED }),
      { dates: { ...MOVED, due_at: MOVED.due_at }, progress: '1:1', has_progress: true },
    ],
  ])('%s: %s (BLK-012)', (action, reason, row, facts) => {
    const all = untouched(dates(), facts)
    const after = all.ended_at === null ? all.dates : null
    expect(decideUndo(action, row, all)).toEqual({ undo: 'kept', reason, credits: 0, after })
  })
})

type DatesPlan = Plan<Dates | null>

/** What doing a plan makes of an enrollment, as far as the undo sees it. */
type World = { dates: Dates; ended_at: string | null; credits: number; purse: number; is_learner: boolean }
const stateOf = ({ is_learner, ended_at, dates: now }: World): Dates | null =>
  is_learner && ended_at === null ? now : null

const done = (world: World, plan: DatesPlan): World => ({
  ...world,
  dates: plan.after ?? world.dates,
  is_learner: true,
  ended_at: plan.after === null ? ENDED : null,
  credits: world.credits + plan.credits,
  purse: world.purse - plan.credits,
})

const plans: Record<DatesAction, (world: World, days: number) => DatesPlan> = {
  enroll: (world) =>
    decideEnroll(
      { starts_at: null },
      {
        course_problem: null,
        course: COURSE,
        is_member: true,
        enrolled: stateOf(world),
        credits: world.purse,
        due_from_course: () => null,
        time_zone: ZONE,
        now: NOW,
      },
    ),
  unenroll: (world) =>
    decideUnenroll({
      dates: world.dates,
      course: COURSE,
      is_ended: stateOf(world) === null,
      has_progress: false,
      credits: world.credits,
      is_manager: false,
    }),
  extend: (world, days) =>
    decideExtend(
      { due: { on: addDays('2026-11-27', days) }, access: { by_days: Math.max(days, 1) } },
      {
        dates: world.dates,
        course: COURSE,
        is_ended: stateOf(world) === null,
        is_completed: false,
        is_enrolled_again: false,
        term_from: NOW,
        time_zone: ZONE,
        now: NOW,
      },
    ),
}

const worlds = fc.record({
  is_learner: fc.boolean(),
  purse: fc.nat(2),
  days: fc.integer({ min: -20, max: 900 }),
  due: fc.option(fc.integer({ min: -20, max: 400 })),
  ends: fc.integer({ min: -20, max: 1500 }),
  has_credit: fc.boolean(),
})
const at = (days: number): string => new Date(NOW.getTime() + days * 86_400_000).toISOString()

test.each(['enroll', 'unenroll', 'extend'] as const satisfies readonly DatesAction[])(
  'what %s did is restored exactly, dates and credits, where nothing happened in between (BLK-010, BLK-011)',
  (action) => {
    fc.assert(
      fc.property(worlds, ({ is_learner, purse, days, due, ends, has_credit }) => {
        const before: World = {
          dates: dates({ due_at: due === null ? null : at(due), expires_at: at(ends) }),
          ended_at: null,
          credits: is_learner && has_credit ? 1 : 0,
          purse,
          is_learner,
        }
        const plan = plans[action](before, days)
        if (plan.outcome !== 'changed') {
          expect(plan.credits).toBe(0)
          return
        }
        const after = done(before, plan)
        expect(after.purse).toBeGreaterThanOrEqual(0)
        const row = written({ before: plan.before, after: plan.after, ended_at: after.ended_at })
        const undo = decideUndo(
          action,
          row,
          untouched(after.dates, {
            ended_at: after.ended_at,
            credits: after.credits,
            returned: plan.credits < 0 ? 'there' : 'none',
          }),
        )
        expect(undo.undo).toBe('restored')
        expect(undo.after).toEqual(stateOf(before))
        expect(plan.credits + undo.credits).toBe(0)
      }),
    )
  },
)
