import { expect, test } from 'vitest'
import { noteOf, stepOf } from './notes.ts'

const body = { related_id: 7 }

test.each([
  [
    '/learner/module-items/Text/12/finish',
    body,
    { related_id: 7, path: '/learner/module-items/Text/12', is_finish: true },
  ],
  [
    '/learner/module-items/Audio/3/position',
    body,
    { related_id: 7, path: '/learner/module-items/Audio/3', is_finish: false },
  ],
  ['/learner/module-items/Text/12/finish', undefined, null],
  ['/learner/module-items/Text/12/finish/again', body, null],
  ['/learner/exams/12/leases/1/attempt', body, null],
])('a refused %s with %j is the step %j (OFF-028)', (url, sent, step) => {
  expect(stepOf({ url, body: sent })).toEqual(step)
})

const path = (id: number) => `/learner/module-items/Text/${id}`
const course = {
  related_id: 7,
  title: 'Ladder Safety',
  items: [
    { path: path(1), title: 'Words' },
    { path: path(2), title: 'Talk' },
  ],
}
const step = (id: number, is_finish: boolean) => ({ related_id: 7, path: path(id), is_finish })
const note = { related_id: 7, title: 'Ladder Safety', kind: 'refused', items: ['Talk'] } as const

test('a note names the items that were finished and refused, once each, with those it names already (OFF-028)', () => {
  const before = { ...note, items: ['Talk'] }
  const steps = [step(1, false), step(1, true), step(1, true), step(2, true)]
  expect(noteOf(course, steps, { isEnded: false, before: undefined })).toEqual({ ...note, items: ['Words', 'Talk'] })
  expect(noteOf(course, steps, { isEnded: false, before })).toEqual({ ...note, items: ['Talk', 'Words'] })
})

test('access that ended is said without a refused step as well; a refused start or place is not (OFF-028)', () => {
  const steps = [step(1, false)]
  expect(noteOf(course, steps, { isEnded: true, before: undefined })).toEqual({ ...note, kind: 'ended', items: [] })
  expect(noteOf(course, steps, { isEnded: false, before: undefined })).toBeNull()
})

test('an item that is no longer in the course is said without its title (OFF-028)', () => {
  expect(noteOf(course, [step(9, true)], { isEnded: false, before: undefined })).toEqual({ ...note, items: [] })
})
