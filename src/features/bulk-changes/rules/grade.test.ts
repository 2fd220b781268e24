import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideGrade,
  decideUngrade,
  type GradedFacts,
  type GradeFacts,
  type GradeOfResponse,
  type GradeWritten,
  gradeState,
} from './grade.ts'
import { differenceOf } from './plan.ts'
import { COURSE } from './testing.ts'

const REQUEST = { score: 80, comment: 'Well done.' }
const given = (values: Partial<NonNullable<GradeOfResponse>> = {}): NonNullable<GradeOfResponse> => ({
  score: 40,
  result: 3,
  comment: null,
  graded_at: '2026-11-20T10:00:00+00:00',
  grader: { user_id: 7 },
  ...values,
})
const facts = (values: Partial<GradeFacts> = {}): GradeFacts => ({
  course: COURSE,
  number: 1,
  latest: 1,
  grade: null,
  result: 2,
  is_ended: false,
  is_completed: false,
  is_member: true,
  is_own: false,
  completes: 'no',
  ...values,
})

describe('what grading a response would do (BLK-034)', () => {
  test('it names grade and status before and after', () => {
    expect(decideGrade(REQUEST, facts({ grade: given() }))).toEqual({
      outcome: 'changed',
      reason: null,
      credits: 0,
      before: { result: 'failed', score: 40, has_comment: false, graded_at: '2026-11-20T10:00:00+00:00' },
      after: { result: 'passed', score: 80, has_comment: true, graded_at: null },
    })
    expect(decideGrade({ score: 10, comment: null }, facts({ result: 3 }))).toMatchObject({
      before: { result: 'waiting', score: null },
      after: { result: 'failed', score: 10, has_comment: false },
    })
    expect(decideGrade(REQUEST, facts({ completes: 'yes' })).reason).toBe(
      `This completes ${COURSE}. If the learner gets a certificate for it, this grade can no longer be undone.`,
    )
    expect(decideGrade(REQUEST, facts({ completes: 'held' })).reason).toBe(
      `This completes ${COURSE}, unless its rules keep it open.`,
    )
  })

  test.each<[Partial<GradeFacts>, string, string]>([
    [{ is_ended: true }, 'refused', `Is no longer enrolled in ${COURSE}.`],
    [{ is_member: false }, 'refused', 'Has left this portal.'],
    [{ is_own: true }, 'refused', 'Nobody can grade their own response.'],
    [{ latest: 3 }, 'refused', 'Has responded again since: attempt 3 is the one to grade, not attempt 1.'],
    [
      { result: null },
      'refused',
      `Was moved to a version of ${COURSE} without this assignment, so there is nothing to grade.`,
    ],
    [{ grade: given(), is_completed: true }, 'refused', `Has completed ${COURSE}, so the grade stays.`],
    [{ is_completed: true }, 'changed', ''],
    [
      { grade: given({ score: 80, result: 2, comment: 'Well done.' }) },
      'unchanged',
      'Has this score and comment already.',
    ],
    [{ grade: given({ score: 80, result: 2, comment: 'Fine.' }) }, 'changed', ''],
    [{ grade: given({ score: 80, result: 3, comment: 'Well done.' }) }, 'changed', ''],
  ])('%j: %s', (values, outcome, reason) => {
    const plan = decideGrade(REQUEST, facts(values))
    expect([plan.outcome, plan.reason ?? '']).toEqual([outcome, reason])
  })

  test('a response that somebody else graded in between, or whose threshold has changed, is left out (BLK-035)', () => {
    const previewed = decideGrade(REQUEST, facts({ grade: given() }))
    const reason =
      'Left out, because the grade, or what is enough to pass, has changed since the preview. Make a new bulk change for it.'
    const later = facts({ grade: given({ graded_at: '2026-11-21T10:00:00+00:00' }) })
    expect(differenceOf('grade', previewed, decideGrade(REQUEST, later))).toBe(reason)
    expect(differenceOf('grade', previewed, decideGrade(REQUEST, facts({ grade: given(), result: 3 })))).toBe(reason)
    expect(differenceOf('grade', previewed, decideGrade(REQUEST, facts({ grade: given() })))).toBeNull()
  })
})

const own = given({ score: 80, result: 2, comment: 'Well done.', graded_at: '2026-11-27T15:00:00+00:00' })
const now = (values: Partial<GradedFacts> = {}): GradedFacts => ({
  course: COURSE,
  number: 1,
  latest: 1,
  grade: own,
  status: 2,
  completed_at: null,
  is_ended: false,
  has_certificate: false,
  is_enrolled_again: false,
  ...values,
})
const written = (values: Partial<GradeWritten> = {}): GradeWritten => ({
  before: gradeState(null),
  after: gradeState(own),
  grade: own,
  status: 2,
  completed_before: null,
  completed_at: null,
  had_certificate: false,
  ...values,
})
const DAY = '2026-11-27T15:00:00+00:00'

describe('what stands in the way of its undo (BLK-037)', () => {
  test.each<[Partial<GradedFacts>, Partial<GradeWritten>, string]>([
    [{ is_ended: true }, {}, 'Was unenrolled since, so the grade stays.'],
    [{ latest: 2 }, {}, 'Has responded again since, in attempt 2, so the grade stays.'],
    [{ grade: given() }, {}, 'Was graded again since, so that grade stays.'],
    [{ grade: { ...own, graded_at: '2026-11-28T15:00:00+00:00' } }, {}, 'Was graded again since, so that grade stays.'],
    [{ has_certificate: true }, {}, `Has a certificate for ${COURSE} since, so the certificate and the grade stay.`],
    [{ completed_at: DAY }, {}, `Has completed ${COURSE} since, so the grade stays.`],
    [{ status: 5 }, {}, 'The status of the assignment has changed since, so the grade stays.'],
    [{ status: null }, {}, 'The status of the assignment has changed since, so the grade stays.'],
    [
      { completed_at: DAY, is_enrolled_again: true },
      { completed_at: DAY },
      `Is enrolled in ${COURSE} again, so the grade stays.`,
    ],
  ])('%j after %j: %s', (values, row, reason) => {
    expect(decideUngrade(written(row), now(values))).toMatchObject({ undo: 'kept', reason, credits: 0 })
  })

  test.each<[Partial<GradedFacts>, Partial<GradeWritten>]>([
    [{}, {}],
    [{ completed_at: DAY }, { completed_at: DAY }],
    [{ completed_at: null }, { completed_at: DAY }],
    [
      { has_certificate: true, completed_at: DAY },
      { had_certificate: true, completed_before: DAY, completed_at: DAY },
    ],
    [
      { completed_at: DAY, is_enrolled_again: true },
      { completed_before: DAY, completed_at: DAY },
    ],
  ])('nothing: %j after %j', (values, row) => {
    expect(decideUngrade(written(row), now(values))).toEqual({
      undo: 'restored',
      reason: null,
      credits: 0,
      after: gradeState(null),
    })
  })

  test('without anything in the way, every grade that is given is undone to where it began (BLK-036)', () => {
    const score = fc.integer({ min: 0, max: 100 })
    const result = fc.constantFrom(2 as const, 3 as const)
    const comment = fc.option(fc.constantFrom('Well done.', 'Again, please.'))
    const grade = fc.option(
      fc.record({ score, result, comment, graded_at: fc.constant(DAY), grader: fc.constant({ user_id: 7 }) }),
    )
    fc.assert(
      fc.property(fc.record({ score, comment }), fc.record({ grade, result }), (request, values) => {
        const plan = decideGrade(request, facts(values))
        if (plan.outcome !== 'changed' || !plan.before || !plan.after) return
        const stored = {
          ...request,
          result: values.result,
          graded_at: '2026-11-28T15:00:00+00:00',
          grader: { user_id: 8 },
        }
        const row = written({ before: plan.before, after: gradeState(stored), grade: stored, status: values.result })
        expect({ ...row.after, graded_at: null }).toEqual(plan.after)
        const back = decideUngrade(row, now({ grade: stored, status: values.result }))
        expect(back).toEqual({ undo: 'restored', reason: null, credits: 0, after: gradeState(values.grade) })
      }),
    )
  })
})
