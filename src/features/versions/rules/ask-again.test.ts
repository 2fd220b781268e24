import { expect, test } from 'vitest'
import { askedText, mayAskAgain, readAsked } from './ask-again.ts'

test.each([
  ['a text that says something else', { kind: 'changed', item_type: 'Text', fields: ['text'] }, true],
  ['an exam with other questions', { kind: 'changed', item_type: 'Exam', fields: ['questions', 'title'] }, true],
  ['another package', { kind: 'changed', item_type: 'ScormModule', fields: ['scorm_id'] }, true],
  ['a new title and place', { kind: 'changed', item_type: 'Text', fields: ['title', 'place'] }, false],
  ['a new item', { kind: 'added', item_type: 'Text', fields: [] }, false],
  ['a removed item', { kind: 'removed', item_type: 'Exam', fields: [] }, false],
  ['an assignment', { kind: 'changed', item_type: 'Assignment', fields: ['reqs'] }, false],
])('%s (VER-019)', (_, change, expected) => {
  expect(mayAskAgain(change)).toBe(expected)
})

test('the items of an address are read back, and anything else is none (VER-019)', () => {
  const items = [
    { item_type: 'Text', item_id: 4 },
    { item_type: 'Exam', item_id: 7 },
  ] as const
  expect(readAsked(askedText(items))).toEqual(items)
  for (const text of ['', 'Text', 'Text:x', 'Assignment:1', 'Text:4,', 'Text:4;Exam:7'])
    expect(readAsked(text)).toBeNull()
})
