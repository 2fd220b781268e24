import { expect, test } from 'vitest'
import { usesOfAllText, usesText } from './uses.ts'

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

test('deleting several records says how many, and what uses them all together (CNT-022)', () => {
  const tag = (id: number, courses: number) => ({ id, used_by: [{ by: 'courses' as const, count: courses }] })
  expect(usesOfAllText([{ id: 1 }, { id: 2, used_by: [] }], 'tags')).toBe('You selected 2 tags.')
  expect(usesOfAllText([tag(1, 2), tag(2, 3)], 'tags')).toBe(
    'You selected 2 tags. 5 courses use them; they stay without them.',
  )
})
