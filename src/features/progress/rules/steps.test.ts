import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CourseState, courseProgress, type Item, type OutlineEntry, stops } from './course.ts'
import { isDone, STATUSES, type Status } from './status.ts'
import { type Change, decideChange, decideCompletion, decideFinish, decideReset, holdCourse } from './steps.ts'
import { courses } from './testing.ts'

const text = (id: number, status: Status = 4): Item => ({ type: 'Text', id, status })
const module = (id: number, items: Item[], status: Status = 4): OutlineEntry => ({ type: 'Module', id, status, items })
const exam = (id: number, status: Status = 4): OutlineEntry => ({ type: 'Exam', id, status, items: null })
const course = (outline: OutlineEntry[], status: Status = 4): CourseState => ({ status, is_sequential: false, outline })

describe('a step', () => {
  test('on the first item sets item, module and course in progress (LRN-013, LRN-017, LRN-021)', () => {
    const step = decideChange(course([module(1, [text(1), text(2)]), exam(3)]), { type: 'Text', id: 1, status: 1 })
    expect(step).toMatchObject({ item_status: 1, module: { id: 1, status: 1 }, course_status: 1, progress: 0 })
    expect(step?.writes).toEqual([
      { type: 'Text', id: 1, status: 1 },
      { type: 'Module', id: 1, status: 1 },
    ])
  })

  test('on the last item finishes module and course, once (LRN-017, LRN-021, LRN-023)', () => {
    const before = course([module(1, [text(1, 5), text(2, 1)], 1), exam(3, 2)], 1)
    const step = decideChange(before, { type: 'Text', id: 2, status: 5 })
    expect(step).toMatchObject({
      item_status: 5,
      module: { id: 1, status: 5 },
      course_status: 5,
      progress: 100,
      items_done: 3,
      finishes_course: true,
    })
    if (!step) throw new Error('no step')
    const again = decideChange(step.course, { type: 'Text', id: 2, status: 5 })
    expect(again).toMatchObject({ writes: [], finishes_course: false, course_status: 5 })
  })

  test('on the last item keeps the course open while a rule asks for more time (TRD-012)', () => {
    const before = course([module(1, [text(1, 5), text(2, 1)], 1)], 1)
    const step = decideChange(before, { type: 'Text', id: 2, status: 5 })
    if (!step) throw new Error('no step')
    const held = holdCourse(step)
    expect(held).toMatchObject({
      writes: step.writes,
      item_status: 5,
      module: { id: 1, status: 5 },
      course_status: 1,
      progress: 100,
      items_done: 2,
      finishes_course: false,
    })
    expect(courseProgress(held.course)).toMatchObject({ status: 1, can_finish: true, next_item: null })
    expect(decideFinish(held.course)).toMatchObject({ course_status: 5, finishes_course: true })
  })

  test('that starts something done writes nothing (LRN-016, LRN-032)', () => {
    const before = course([module(1, [text(1, 5), text(2)], 1), exam(3, 2)], 1)
    expect(decideChange(before, { type: 'Text', id: 1, status: 1 })).toMatchObject({ item_status: 5, writes: [] })
    expect(decideChange(before, { type: 'Exam', id: 3, status: 1 })).toMatchObject({ item_status: 2, writes: [] })
  })

  test('on a failed exam leaves the course open (LRN-022)', () => {
    const step = decideChange(course([exam(1, 1)], 1), { type: 'Exam', id: 1, status: 3 })
    expect(step).toMatchObject({ item_status: 3, module: null, course_status: 1, finishes_course: false })
  })

  test('that opens a module without items finishes it (LRN-020)', () => {
    const step = decideChange(course([module(1, []), exam(2)]), { type: 'Module', id: 1, status: 5 })
    expect(step?.writes).toEqual([{ type: 'Module', id: 1, status: 5 }])
  })

  test('on a module with open items only returns its state (LRN-045)', () => {
    const step = decideChange(course([module(1, [text(1, 5), text(2)], 1)], 1), { type: 'Module', id: 1, status: 5 })
    expect(step).toMatchObject({ item_status: 1, module: { id: 1, status: 1 }, writes: [] })
  })

  test('makes a module a success only if it completes it and asks for that (LRN-018, LRN-019)', () => {
    const before = course([module(1, [text(1, 2)], 5), module(2, [text(2, 2)], 5)], 1)
    const step = decideChange(before, { type: 'Module', id: 2, status: 5, asks_for_success: true })
    expect(step?.writes).toEqual([{ type: 'Module', id: 2, status: 2 }])
    expect(decideChange(before, { type: 'Module', id: 2, status: 5 })?.writes).toEqual([])
  })

  test('on an item that the course does not have is null (LRN-014)', () => {
    expect(decideChange(course([exam(1)]), { type: 'Survey', id: 1, status: 1 })).toBeNull()
    expect(decideReset(course([exam(1)]), { type: 'Exam', id: 2 })).toBeNull()
  })
})

describe('any sequence of steps', () => {
  const change = (state: CourseState): fc.Arbitrary<Change> => {
    const all = [...stops(state.outline), ...state.outline]
    return fc
      .record({ item: fc.constantFrom(...all), status: fc.constantFrom(...STATUSES) })
      .map(({ item, status }) => ({
        type: item.type,
        id: item.id,
        status,
      }))
  }
  const runs = courses()
    .filter((state) => state.outline.length > 0)
    .chain((state) => fc.tuple(fc.constant(state), fc.array(change(state), { maxLength: 12 })))

  test('never lowers what is done, never lowers the percentage, and finishes the course at most once (LRN-032)', () => {
    fc.assert(
      fc.property(runs, ([first, changes]) => {
        let state = first
        let finished = 0
        for (const one of changes) {
          const step = decideChange(state, one)
          if (!step) throw new Error('the item is in the course')
          const before = courseProgress(state)
          for (const write of step.writes) {
            const old = [...stops(state.outline), ...state.outline].find(
              (o) => o.type === write.type && o.id === write.id,
            )
            expect(old && isDone(old.status) && !isDone(write.status)).toBe(false)
            expect(old?.status).not.toBe(write.status)
          }
          expect(step.progress).toBeGreaterThanOrEqual(before.progress)
          if (step.finishes_course) finished++
          state = step.course
        }
        expect(finished).toBeLessThanOrEqual(first.status === 5 ? 0 : 1)
      }),
    )
  })

  test('applied to the stored course equals the computed one, and the same step again writes nothing (LRN-005)', () => {
    fc.assert(
      fc.property(runs, ([state, changes]) => {
        for (const one of changes) {
          const step = decideChange(state, one)
          if (!step) throw new Error('the item is in the course')
          const stored = (item: Item): Status =>
            step.writes.find((write) => write.type === item.type && write.id === item.id)?.status ?? item.status
          const expected = state.outline.map((entry) => ({
            ...entry,
            status: stored(entry),
            items: entry.items?.map((item) => ({ ...item, status: stored(item) })) ?? null,
          }))
          expect(expected).toEqual(step.course.outline)
          expect(decideChange(step.course, one)?.writes).toEqual([])
          expect(decideChange(step.course, one)?.finishes_course).toBe(false)
        }
      }),
    )
  })
})

describe('completion', () => {
  test('by the learner is possible only when every item is done (LRN-047)', () => {
    expect(decideFinish(course([exam(1, 2), module(2, [text(3)], 4)], 1))).toBeNull()
    expect(decideFinish(course([exam(1, 3)], 1))).toBeNull()
    expect(decideFinish(course([]))).toBeNull()
    expect(decideFinish(course([exam(1, 2)], 1))).toMatchObject({
      course_status: 5,
      progress: 100,
      finishes_course: true,
    })
    expect(decideFinish(course([exam(1, 2), exam(2)], 5))).toMatchObject({ course_status: 5, finishes_course: false })
  })

  test('by an editor finishes all that is open and keeps what is done (LRN-030)', () => {
    const before = course([module(1, [text(1, 5), text(2, 1), text(3)], 1), exam(4, 3), exam(5, 2), module(6, [])], 1)
    const step = decideCompletion(before)
    expect(step.writes).toEqual([
      { type: 'Text', id: 2, status: 5 },
      { type: 'Text', id: 3, status: 5 },
      { type: 'Module', id: 1, status: 5 },
      { type: 'Exam', id: 4, status: 5 },
      { type: 'Module', id: 6, status: 5 },
    ])
    expect(step).toMatchObject({ course_status: 5, progress: 100, finishes_course: true })
  })

  test('by an editor always leaves nothing to do (LRN-030)', () => {
    fc.assert(
      fc.property(courses(), (state) => {
        const { course: after } = decideCompletion(state)
        expect(stops(after.outline).every(({ status }) => isDone(status))).toBe(true)
        expect(courseProgress(after)).toMatchObject({ status: 5, progress: 100, next_item: null })
      }),
    )
  })
})

describe('a reset', () => {
  test('takes the result back and recalculates the course (EXM-023)', () => {
    const before = course([module(1, [text(1, 5)], 5), exam(2, 2)], 5)
    const step = decideReset(before, { type: 'Exam', id: 2 })
    expect(step).toMatchObject({ item_status: 4, course_status: 1, progress: 50, finishes_course: false })
    expect(step?.writes).toEqual([{ type: 'Exam', id: 2, status: 4 }])
  })

  test('of the only started item leaves the course not started (EXM-023, LRN-020)', () => {
    expect(decideReset(course([module(1, [text(1)]), exam(2, 3)], 1), { type: 'Exam', id: 2 })).toMatchObject({
      course_status: 4,
      progress: 0,
    })
  })

  test('followed by the same work restores the same state (EXM-023)', () => {
    fc.assert(
      fc.property(courses({ status: 5 }), (state) => {
        const finished = decideCompletion(state).course
        for (const entry of finished.outline.filter(({ items }) => items === null)) {
          const reset = decideReset(finished, entry)
          if (!reset) throw new Error('the item is in the course')
          expect(reset.course_status).not.toBe(5)
          const again = decideChange(reset.course, { type: entry.type, id: entry.id, status: entry.status })
          expect(again).toMatchObject({ course_status: 5, finishes_course: true })
          expect(again?.course.outline).toEqual(finished.outline)
        }
      }),
    )
  })
})
