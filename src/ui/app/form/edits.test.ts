import { expect, test } from 'vitest'
import { changedFields, fits, mergeEdits, versionOf } from './edits.ts'

const base = { title: 'Ladder', text: 'Safe', minutes: 30 as number | null, tags: [1, 2] }

test('the version is in the record, beside it, or absent (API-030)', () => {
  expect(versionOf({ version: 0 })).toBe(0)
  expect(versionOf({ data: { version: 3 } })).toBe(3)
  expect(versionOf({ data: null, version: 2 })).toBe(2)
  for (const none of [null, undefined, 'x', {}, { version: '3' }]) expect(versionOf(none)).toBeUndefined()
})

test('applying own edits to a later save keeps every untouched field as the other person saved it (UIX-042)', () => {
  const mine = { ...base, title: 'Ladders', tags: [1] }
  const theirs = { ...base, title: 'Stairs', text: 'Safer', minutes: null }
  expect(mergeEdits(base, mine, theirs)).toEqual({ title: 'Ladders', text: 'Safer', minutes: null, tags: [1] })
})

test('an empty field equals another empty one, and lists are compared by what is in them (UIX-042)', () => {
  expect(changedFields(base, { ...base, tags: [1, 2] })).toEqual([])
  expect(changedFields({ a: '', b: null }, { a: null, b: '' })).toEqual([])
  expect(changedFields(base, { ...base, text: '', tags: [2, 1] })).toEqual(['text', 'tags'])
  expect(fits({ a: 'x' }, { a: 'x' }, 'a')).toBe(true)
  expect(fits({ a: 'x' }, { a: 'y' }, 'a')).toBe(false)
})
