import fc from 'fast-check'
import { type CourseState, courseStatus, type Item, moduleStatus, type OutlineEntry } from './course.ts'
import { STATUSES } from './status.ts'

const status = fc.constantFrom(...STATUSES)
const shape = fc.array(fc.oneof(fc.array(status, { maxLength: 4 }), status), { maxLength: 6 })

/** Courses of every shape in every state that the rules themselves can lead to, for property tests. */
export const courses = (values: Partial<CourseState> = {}): fc.Arbitrary<CourseState> =>
  fc.record({ shape, is_sequential: fc.boolean() }).map((options) => {
    let id = 0
    const outline = options.shape.map((part): OutlineEntry => {
      if (!Array.isArray(part)) return { type: 'Exam', id: ++id, status: part, items: null }
      const items = part.map((one): Item => ({ type: 'Text', id: ++id, status: one }))
      return { type: 'Module', id: ++id, status: moduleStatus(items, { stored: 4 }), items }
    })
    return { status: courseStatus(outline), is_sequential: options.is_sequential, outline, ...values }
  })
