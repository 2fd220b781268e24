import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CourseState,
  continueItem,
  courseProgress,
  courseStatus,
  type Item,
  lockOf,
  moduleStatus,
  neighborsOf,
  type OutlineEntry,
  progressPercent,
  stops,
} from './course.ts'
import { continueLabel, isDone, raiseStatus, resultOf, STATUS_NAMES, STATUSES, type Status } from './status.ts'
import { courses } from './testing.ts'

const of = (...statuses: Status[]) => statuses.map((status) => ({ status }))
const text = (id: number, status: Status = 4): Item => ({ type: 'Text', id, status })
const module = (id: number, items: Item[], status: Status = 4): OutlineEntry => ({ type: 'Module', id, status, items })
const exam = (id: number, status: Status = 4): OutlineEntry => ({ type: 'Exam', id, status, items: null })
const course = (outline: OutlineEntry[], values: Partial<CourseState> = {}): CourseState => ({
  status: 4,
  is_sequential: false,
  outline,
  ...values,
})

describe('statuses', () => {
  test('the numbers have the names in the catalog (LRN-007, LRN-008)', () => {
    expect(STATUS_NAMES).toEqual({ 1: 'in progress', 2: 'success', 3: 'failed', 4: 'not started', 5: 'finished' })
  })

  test.each([
    [4, 1, 1],
    [1, 5, 5],
    [1, 3, 3],
    [3, 1, 1],
    [3, 2, 2],
    [5, 1, 5],
    [5, 3, 5],
    [5, 2, 2],
    [2, 1, 2],
    [2, 3, 2],
    [2, 5, 2],
    [1, 4, 1],
    [3, 4, 3],
  ] as const)('status %i asked for %i becomes %i (LRN-013, LRN-016, LRN-032)', (current, next, after) => {
    expect(raiseStatus(current, next)).toBe(after)
  })

  test('done stays done and success stays success, whatever changes come in whatever order (LRN-032)', () => {
    const status = fc.constantFrom(...STATUSES)
    fc.assert(
      fc.property(status, fc.array(status), (first, wishes) => {
        let current: Status = first
        for (const wish of wishes) {
          const after = raiseStatus(current, wish)
          if (isDone(current)) expect(isDone(after)).toBe(true)
          if (current === 2) expect(after).toBe(2)
          if (current !== 4) expect(after).not.toBe(4)
          current = after
        }
      }),
    )
  })

  test('a success is passed, a failure failed, anything else has no result (LRN-012)', () => {
    expect(STATUSES.map(resultOf)).toEqual([null, 'passed', 'failed', null, null])
  })

  test('the continue button names where it leads (LRN-028)', () => {
    expect(continueLabel(5)).toBe('View this Course')
    expect(continueLabel(4)).toBe('Start this Course')
    expect(continueLabel(1)).toBe('Begin this Course')
  })
})

describe('a module', () => {
  test.each([
    ['nothing started', of(4, 4), 4, 4],
    ['one started', of(1, 4), 4, 1],
    ['one done, one not started', of(5, 4), 4, 1],
    ['one failed', of(5, 3), 1, 1],
    ['all finished', of(5, 5), 1, 5],
    ['finished and success', of(5, 2), 1, 5],
    ['all success without being asked', of(2, 2), 1, 5],
    ['all success, and it was a success', of(2, 2), 2, 2],
    ['a success that got a new item', of(2, 4), 2, 1],
    ['empty and never opened', of(), 4, 4],
    ['empty and opened', of(), 1, 5],
    ['empty and finished', of(), 5, 5],
  ] as const)('with %s has the right status (LRN-017, LRN-020, BLD-042)', (_, items, stored, expected) => {
    expect(moduleStatus(items, { stored })).toBe(expected)
  })

  test('is a success only if that is asked for and all its items are (LRN-018, LRN-019)', () => {
    expect(moduleStatus(of(2, 2), { stored: 1, asks_for_success: true })).toBe(2)
    expect(moduleStatus(of(2, 5), { stored: 1, asks_for_success: true })).toBe(5)
    expect(moduleStatus(of(2, 1), { stored: 1, asks_for_success: true })).toBe(1)
  })
})

describe('a course', () => {
  test('is finished when all outline items are done, including exams (LRN-021, LRN-022)', () => {
    expect(courseStatus(of(5, 2))).toBe(5)
    expect(courseStatus(of(5, 3))).toBe(1)
    expect(courseStatus(of(5, 4))).toBe(1)
    expect(courseStatus(of(4, 4))).toBe(4)
    expect(courseStatus(of())).toBe(4)
  })

  test.each([
    [1, 0, 3, 0],
    [1, 1, 3, 33],
    [1, 2, 3, 67],
    [1, 1, 8, 13],
    [1, 1, 200, 1],
    [1, 3, 200, 2],
    [1, 1, 201, 0],
    [4, 0, 0, 0],
    [5, 0, 0, 100],
    [5, 2, 3, 100],
  ] as const)(
    'of status %i with %i of %i items done is at %i percent (LRN-023, LRN-024)',
    (status, done, total, percent) => {
      expect(progressPercent(status, done, total)).toBe(percent)
    },
  )

  test('counts items inside modules, and outline items that are not modules (LRN-024)', () => {
    const state = course([module(1, [text(1, 5), text(2)]), exam(3, 2), module(4, [])], { status: 1 })
    expect(courseProgress(state)).toMatchObject({ items_done: 2, items_total: 3, progress: 67, status: 1 })
  })

  test('without items is at 0 and not started (LRN-024)', () => {
    expect(courseProgress(course([]))).toEqual({
      status: 4,
      progress: 0,
      items_done: 0,
      items_total: 0,
      next_item: null,
      can_finish: false,
    })
  })

  test('stays finished when something is added to it, and is at 100 (BLD-042, LRN-023)', () => {
    const state = course([exam(1, 2), exam(2)], { status: 5 })
    expect(courseProgress(state)).toMatchObject({ status: 5, progress: 100, next_item: null, can_finish: false })
  })

  test('whose open items were deleted only needs to be completed (LRN-026, LRN-030)', () => {
    const state = course([exam(1, 2)], { status: 1 })
    expect(courseProgress(state)).toMatchObject({ status: 1, progress: 100, next_item: null, can_finish: true })
  })

  test('the percentage never falls while items get done, and 100 needs every item or a finished course (LRN-023)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(), (total, seed) => {
        const doneCount = seed % total
        const percent = progressPercent(1, doneCount, total)
        expect(percent).toBeLessThan(100)
        expect(progressPercent(1, doneCount + 1, total)).toBeGreaterThanOrEqual(percent)
        expect(progressPercent(1, total, total)).toBe(100)
      }),
    )
  })
})

describe('the order of a sequential course', () => {
  const outline = [module(1, [text(1, 5), text(2), text(3)]), exam(4), module(5, [text(6)])]

  test('the next item is the first that is not finished or success (LRN-025)', () => {
    expect(courseProgress(course(outline)).next_item).toMatchObject({ type: 'Text', id: 2 })
    const failed = [module(1, [text(1, 5)]), exam(4, 3), module(5, [text(6)])]
    expect(courseProgress(course(failed)).next_item).toMatchObject({ type: 'Exam', id: 4 })
  })

  test('everything after the next item is locked, and nothing before it (LRN-027)', () => {
    const isLocked = lockOf(course(outline, { is_sequential: true }))
    expect(isLocked(text(1))).toBe(false)
    expect(isLocked(text(2))).toBe(false)
    expect(isLocked({ type: 'Module', id: 1 })).toBe(false)
    expect(isLocked(text(3))).toBe(true)
    expect(isLocked(exam(4))).toBe(true)
    expect(isLocked({ type: 'Module', id: 5 })).toBe(true)
    expect(isLocked(text(6))).toBe(true)
  })

  test('nothing is locked in a course that is not sequential or is finished (LRN-027)', () => {
    for (const values of [{ is_sequential: false }, { is_sequential: true, status: 5 as const }])
      expect(stops(outline).some(lockOf(course(outline, values)))).toBe(false)
  })

  test('a module without items waits to be opened (LRN-020, LRN-025)', () => {
    const state = course([module(1, []), exam(2)], { is_sequential: true })
    expect(courseProgress(state).next_item).toMatchObject({ type: 'Module', id: 1 })
    expect(lockOf(state)(exam(2))).toBe(true)
  })

  test('exactly the items up to the next one are open (LRN-025, LRN-027)', () => {
    fc.assert(
      fc.property(courses({ is_sequential: true }), (state) => {
        const { next_item: next } = courseProgress(state)
        const isLocked = lockOf(state)
        const all = stops(state.outline)
        const at = next ? all.findIndex((item) => item.type === next.type && item.id === next.id) : all.length
        expect(all.map((item) => isLocked(item))).toEqual(all.map((_, index) => index > at))
      }),
    )
  })
})

describe('continue', () => {
  const outline = [module(1, [text(1, 5), text(2), text(3)]), exam(4)]

  test('leads to the next item of a sequential course, whatever was opened last (LRN-025)', () => {
    expect(continueItem(course(outline, { is_sequential: true }), text(1))).toMatchObject({ id: 2 })
  })

  test('leads to the last opened item or, once that is done, to the next open one (LRN-036)', () => {
    expect(continueItem(course(outline), text(3))).toMatchObject({ id: 3 })
    const items = [module(1, [text(1, 5), text(2), text(3, 5)]), exam(4)]
    expect(continueItem(course(items), text(3))).toMatchObject({ type: 'Exam', id: 4 })
    const end = [module(1, [text(1, 5), text(2)]), exam(4, 2)]
    expect(continueItem(course(end), exam(4))).toMatchObject({ type: 'Text', id: 2 })
    expect(continueItem(course(end), { type: 'Text', id: 99 })).toMatchObject({ id: 2 })
  })

  test('leads nowhere in a finished course (LRN-028)', () => {
    expect(continueItem(course(outline, { status: 5 }), text(1))).toBeNull()
  })

  test('previous and next follow the order of the outline across modules (LRN-035)', () => {
    expect(neighborsOf(outline, text(3))).toMatchObject({ previous: { id: 2 }, next: { type: 'Exam', id: 4 } })
    expect(neighborsOf(outline, text(1)).previous).toBeNull()
    expect(neighborsOf(outline, exam(4)).next).toBeNull()
    expect(neighborsOf(outline, text(77))).toEqual({ previous: null, next: null })
  })
})
