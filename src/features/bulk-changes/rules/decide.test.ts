import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, endOfDay, lastMomentOf } from '#kernel/format/day.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { decideEnroll, type EnrollFacts, type EnrollRequest } from './enroll.ts'
import { decideExtend, type ExtendFacts, type ExtendRequest } from './extend.ts'
import { differenceOf, inOrder, type Plan } from './plan.ts'
import { COURSE, dates, NOW, ZONE } from './testing.ts'
import { decideUnenroll, type UnenrollFacts } from './unenroll.ts'

const enrollFacts = (values: Partial<EnrollFacts> = {}): EnrollFacts => ({
  course_problem: null,
  course: COURSE,
  is_member: true,
  enrolled: null,
  credits: 3,
  due_from_course: () => null,
  time_zone: ZONE,
  now: NOW,
  ...values,
})
const AT_ONCE: EnrollRequest = { starts_at: null }

describe('enroll', () => {
  test('a person gets the dates asked for, five years of access, and uses a credit (BLK-004)', () => {
    const plan = decideEnroll(
      { starts_at: '2026-12-01T05:00:00.000Z', due_at: '2027-01-01T05:00:00.000Z' },
      enrollFacts(),
    )
    expect(plan).toEqual({
      outcome: 'changed',
      reason: null,
      credits: 1,
      before: null,
      after: {
        starts_at: '2026-12-01T05:00:00.000Z',
        due_at: '2027-01-01T05:00:00.000Z',
        expires_at: courseAccessEnds(new Date('2026-12-01T05:00:00.000Z'), ZONE).toISOString(),
      },
    })
  })

  test.each<[string, EnrollRequest, string | null]>([
    ['none where none is asked for', { starts_at: null, due_at: null }, null],
    ['that of the course where nothing is said', AT_ONCE, '2026-12-07T15:00:00.000Z'],
    ['counted from a start that lies ahead', { starts_at: '2027-01-01T00:00:00.000Z' }, '2027-01-11T00:00:00.000Z'],
    [
      'counted from now for a start that is over',
      { starts_at: '2020-01-01T00:00:00.000Z' },
      '2026-12-07T15:00:00.000Z',
    ],
  ])('the due date is %s (BLK-004)', (_, request, due) => {
    const due_from_course = (start: Date) => new Date(start.getTime() + 10 * 86_400_000)
    expect(decideEnroll(request, enrollFacts({ due_from_course })).after?.due_at).toBe(due)
  })

  test.each<[string, Partial<EnrollFacts>, EnrollRequest, Plan['outcome'], string]>([
    ['a closed course', { course_problem: 'Not published.' }, AT_ONCE, 'refused', 'Not published.'],
    ['somebody who left', { is_member: false }, AT_ONCE, 'refused', 'Has left this portal.'],
    [
      'a learner of the course',
      { enrolled: dates(), credits: 0 },
      AT_ONCE,
      'unchanged',
      'Already a learner of Ladder Safety.',
    ],
    ['nobody pays', { credits: 0 }, AT_ONCE, 'refused', 'No credit is left for Ladder Safety.'],
    [
      'due at the start',
      {},
      { starts_at: null, due_at: NOW.toISOString() },
      'refused',
      'The due date is not after the start.',
    ],
  ])('%s: nothing is done, and no credit is used (BLK-004)', (_, facts, request, outcome, reason) => {
    expect(decideEnroll(request, enrollFacts(facts))).toMatchObject({
      outcome,
      reason,
      credits: 0,
      before: facts.enrolled ?? null,
      after: facts.enrolled ?? null,
    })
  })

  test('credits are gone for the rows after those that use them, and no more are planned than there are (BLK-003)', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.nat(20), (learners, credits) => {
        const plans = inOrder(learners, credits, (is_learner, left) =>
          decideEnroll(AT_ONCE, enrollFacts({ enrolled: is_learner ? dates() : null, credits: left })),
        )
        const creditsNeeded = learners.filter((is) => !is).length
        const used = plans.reduce((sum, plan) => sum + plan.credits, 0)
        expect(used).toBe(Math.min(creditsNeeded, credits))
        expect(plans.filter(({ outcome }) => outcome === 'refused')).toHaveLength(Math.max(creditsNeeded - credits, 0))
        const firstRefused = plans.findIndex(({ outcome }) => outcome === 'refused')
        if (firstRefused >= 0)
          expect(plans.slice(firstRefused).some(({ outcome }) => outcome === 'changed')).toBe(false)
      }),
    )
  })
})

describe('unenroll', () => {
  const facts = (values: Partial<UnenrollFacts> = {}): UnenrollFacts => ({
    dates: dates(),
    course: COURSE,
    is_ended: false,
    has_progress: false,
    credits: 1,
    is_manager: false,
    ...values,
  })
  test.each<[string, Partial<UnenrollFacts>, Plan['outcome'], number, string | null]>([
    ['without progress the credit goes back', {}, 'changed', -1, null],
    [
      'with progress it stays used',
      { has_progress: true },
      'changed',
      0,
      'Has started Ladder Safety, so the credit stays used.',
    ],
    ['without a credit nothing goes back', { credits: 0 }, 'changed', 0, null],
    [
      'with progress and without a credit there is nothing to say',
      { credits: 0, has_progress: true },
      'changed',
      0,
      null,
    ],
    ['an enrollment that has ended', { is_ended: true }, 'refused', 0, 'Is no longer enrolled in Ladder Safety.'],
    ['for a manager without progress', { is_manager: true }, 'changed', -1, null],
    [
      'for a manager with progress',
      { is_manager: true, has_progress: true },
      'refused',
      0,
      'Has started Ladder Safety. Only an administrator can unenroll them.',
    ],
  ])('%s (BLK-005)', (_, values, outcome, credits, reason) => {
    const after = outcome === 'changed' ? null : dates()
    expect(decideUnenroll(facts(values))).toEqual({ outcome, credits, reason, before: dates(), after })
  })
})

const extendFacts = (values: Partial<ExtendFacts> = {}): ExtendFacts => ({
  dates: dates(),
  course: COURSE,
  is_ended: false,
  is_completed: false,
  is_enrolled_again: false,
  term_from: new Date('2026-11-01T05:00:00.000Z'),
  time_zone: ZONE,
  now: NOW,
  ...values,
})
const due = (shift: ExtendRequest['due']): ExtendRequest => ({ due: shift, access: null })
const access = (shift: ExtendRequest['access']): ExtendRequest => ({ due: null, access: shift })

describe('extend', () => {
  test.each<[string, ExtendRequest, Partial<ReturnType<typeof dates>>]>([
    ['a due date to a day', due({ on: '2026-12-31' }), { due_at: '2027-01-01T04:59:59.999Z' }],
    ['a due date by days', due({ by_days: 30 }), { due_at: '2027-01-01T04:59:59.999Z' }],
    ['a due date over the change of clocks', due({ by_days: 120 }), { due_at: '2027-04-01T03:59:59.999Z' }],
    ['access to a day', access({ on: '2027-06-30' }), { expires_at: '2027-07-01T04:00:00.000Z' }],
    ['access by days over the change of clocks', access({ by_days: 120 }), { expires_at: '2027-05-01T04:00:00.000Z' }],
    [
      'both',
      { due: { by_days: 1 }, access: { by_days: 1 } },
      { due_at: '2026-12-03T04:59:59.999Z', expires_at: '2027-01-02T05:00:00.000Z' },
    ],
  ])('%s is moved (BLK-006)', (_, request, moved) => {
    expect(decideExtend(request, extendFacts())).toEqual({
      outcome: 'changed',
      reason: null,
      credits: 0,
      before: dates(),
      after: dates(moved),
    })
  })

  test('somebody without a due date gets the one that a day names (BLK-006)', () => {
    const plan = decideExtend(due({ on: '2026-12-31' }), extendFacts({ dates: dates({ due_at: null }) }))
    expect(plan).toMatchObject({ outcome: 'changed', after: { due_at: '2027-01-01T04:59:59.999Z' } })
  })

  test('access ends with the term, and the row says so (BLK-006)', () => {
    const end = courseAccessEnds(new Date('2026-11-01T05:00:00.000Z'), ZONE).toISOString()
    const reason = 'Access ends with its term of five years, on Nov 1 2031.'
    expect(decideExtend(access({ on: '2040-01-01' }), extendFacts())).toMatchObject({
      outcome: 'changed',
      reason,
      after: { expires_at: end },
    })
    const atEnd = extendFacts({ dates: dates({ expires_at: end }) })
    expect(decideExtend(access({ on: '2040-01-01' }), atEnd)).toMatchObject({ outcome: 'unchanged', reason })
  })

  test.each<[string, ExtendRequest, Partial<ExtendFacts>, Plan['outcome'], string]>([
    [
      'a date at the end of the calendar',
      due({ by_days: 3650 }),
      { dates: dates({ due_at: '9999-12-31T23:59:59.999Z' }) },
      'unchanged',
      'The dates are as late already.',
    ],
    ['an earlier day', due({ on: '2026-12-01' }), {}, 'unchanged', 'The dates are as late already.'],
    [
      'an ended enrollment',
      due({ by_days: 1 }),
      { is_ended: true },
      'refused',
      'Is no longer enrolled in Ladder Safety.',
    ],
    ['a completed one', due({ by_days: 1 }), { is_completed: true }, 'refused', 'Has completed Ladder Safety.'],
    [
      'no due date to move by days',
      due({ by_days: 1 }),
      { dates: dates({ due_at: null }) },
      'refused',
      'Has no due date that could be moved by days.',
    ],
    [
      'a due date that stays in the past',
      due({ by_days: 1 }),
      { dates: dates({ due_at: '2026-11-20T05:00:00.000Z' }) },
      'refused',
      'The new due date is still in the past.',
    ],
    [
      'a due date before the start',
      due({ on: '2026-12-20' }),
      { dates: dates({ starts_at: '2027-01-01T05:00:00.000Z', due_at: null }) },
      'refused',
      'The new due date is not after the start.',
    ],
    [
      'access that stays in the past',
      access({ by_days: 1 }),
      { dates: dates({ expires_at: '2026-11-20T05:00:00.000Z' }) },
      'refused',
      'The new end of access is still in the past.',
    ],
    [
      'access of somebody who is enrolled again',
      access({ by_days: 30 }),
      { dates: dates({ expires_at: '2026-11-20T05:00:00.000Z' }), is_enrolled_again: true },
      'refused',
      'Is enrolled in Ladder Safety again.',
    ],
  ])('%s: nothing is moved, and the row says why (BLK-006)', (_, request, facts, outcome, reason) => {
    const plan = decideExtend(request, extendFacts(facts))
    expect(plan).toMatchObject({ outcome, reason, credits: 0 })
    expect(plan.after).toEqual(plan.before)
  })

  test('no date is ever shortened, access never outlives its term, and doing it twice to a day changes nothing more (BLK-006)', () => {
    const moment = fc.integer({ min: -400, max: 2200 }).chain((days) =>
      fc.constantFrom('end', 'last', 'within').map((kind) => {
        const day = addDays('2026-11-27', days)
        if (kind === 'end') return endOfDay(day, ZONE)
        return kind === 'last' ? lastMomentOf(day, ZONE) : new Date(`${day}T17:30:00.000Z`)
      }),
    )
    const shift = fc.oneof(
      fc.integer({ min: -50, max: 3000 }).map((days) => ({ on: addDays('2026-11-27', days) })),
      fc.integer({ min: 1, max: 3650 }).map((by_days) => ({ by_days })),
    )
    fc.assert(
      fc.property(
        fc.record({ due: fc.option(shift), access: fc.option(shift) }),
        fc.option(moment),
        moment,
        (request, dueAt, expiresAt) => {
          const facts = extendFacts({
            dates: dates({ due_at: dueAt?.toISOString() ?? null, expires_at: expiresAt.toISOString() }),
          })
          const plan = decideExtend(request, facts)
          const after = plan.after
          expect(after).not.toBeNull()
          if (after === null || plan.outcome !== 'changed') return
          const term = courseAccessEnds(facts.term_from, ZONE)
          if (dueAt) expect(new Date(after.due_at ?? 0) >= dueAt).toBe(true)
          expect(new Date(after.expires_at) >= expiresAt).toBe(true)
          expect(new Date(after.expires_at) <= (expiresAt > term ? expiresAt : term)).toBe(true)
          expect(after.starts_at).toBe(facts.dates.starts_at)
          // Days are counted by the calendar of the portal, whatever its clocks do.
          if (request.due && 'by_days' in request.due && dueAt)
            expect(dayOf(after.due_at ?? '', ZONE)).toBe(addDays(dayOf(dueAt, ZONE), request.due.by_days))
          const isToDays = [request.due, request.access].every((one) => one === null || 'on' in one)
          if (isToDays) expect(decideExtend(request, { ...facts, dates: after }).outcome).toBe('unchanged')
        },
      ),
    )
  })
})

describe('a row whose enrollment has changed since the preview', () => {
  const previewed: Plan = {
    outcome: 'changed',
    reason: null,
    credits: 0,
    before: dates(),
    after: dates({ due_at: null }),
  }
  const LEFT_OUT = 'Left out, because the enrollment has changed since the preview. Make a new bulk change for it.'
  test.each<[string, Plan, string | null]>([
    ['the same effect', { ...previewed, reason: 'Other words.' }, null],
    ['another state before', { ...previewed, before: dates({ due_at: null }) }, LEFT_OUT],
    ['another state after', { ...previewed, after: dates() }, LEFT_OUT],
    ['another use of credits', { ...previewed, credits: -1 }, LEFT_OUT],
    ['a refusal, which says why itself', { ...previewed, outcome: 'refused' }, null],
    ['nothing left to do', { ...previewed, outcome: 'unchanged' }, null],
  ])('%s (BLK-007)', (_, now, reason) => {
    expect(differenceOf('extend', previewed, now)).toBe(reason)
  })

  test('a row that the preview refused is not done, even if it could be by now (BLK-007)', () => {
    expect(differenceOf('extend', { ...previewed, outcome: 'refused' }, previewed)).toBe(LEFT_OUT)
  })

  test('a new enrollment begins with the run, which is no difference (BLK-007)', () => {
    const plan: Plan = { outcome: 'changed', reason: null, credits: 1, before: null, after: dates() }
    expect(differenceOf('enroll', plan, { ...plan, after: dates({ starts_at: NOW.toISOString() }) })).toBeNull()
  })
})
