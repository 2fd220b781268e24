import { expect, test } from 'vitest'
import { inUseText } from '#kernel/records/uses.ts'
import { deletionText, usesText } from './uses.ts'

test('deleting says what uses the record, and that it stays (CNT-022)', () => {
  expect(usesText([], 'tag')).toBeUndefined()
  expect(usesText([{ by: 'people', count: 1 }], 'tag')).toBe('1 person uses this tag; they stay without it.')
  expect(usesText([{ by: 'courses', count: 1 }], 'tag')).toBe('1 course uses this tag; it stays without it.')
  expect(usesText([{ by: 'courses', count: 1200 }], 'category')).toBe(
    '1,200 courses use this category; they stay without it.',
  )
  const many = [
    { by: 'courses', count: 2 },
    { by: 'people', count: 1 },
    { by: 'articles', count: 3 },
  ] as const
  expect(usesText(many, 'tag')).toBe('2 courses, 1 person and 3 articles use this tag; they stay without it.')
})

test('deleting several records says how many, and how many of them stay because they are in use (CNT-046)', () => {
  const tag = (id: number, courses: number) => ({
    id,
    used_by: courses ? [{ by: 'courses' as const, count: courses }] : [],
  })
  const said = (...courses: number[]) =>
    deletionText(
      courses.map((count, id) => tag(id, count)),
      'tag',
      'tags',
    )
  expect(deletionText([{ id: 1 }, { id: 2 }], 'tag', 'tags')).toBe('You selected 2 tags.')
  expect(said(0)).toBe('You selected 1 tag.')
  expect(said(2, 0, 0)).toBe('You selected 3 tags. 1 of them is in use and stays.')
  expect(said(2, 3, 0)).toBe('You selected 3 tags. 2 of them are in use and stay.')
  expect(said(2, 3)).toBe('You selected 2 tags. All of them are in use and stay.')
  expect(said(1)).toBe('The tag you selected is in use and stays.')
})

test('a record that stays says what uses it (CNT-046)', () => {
  expect(inUseText([])).toBeUndefined()
  expect(inUseText([{ by: 'courses', count: 1 }])).toBe('1 course uses it.')
  expect(
    inUseText([
      { by: 'courses', count: 12 },
      { by: 'people', count: 1 },
    ]),
  ).toBe('12 courses and 1 person use it.')
})
