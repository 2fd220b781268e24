import { expect, test } from 'vitest'
import { COLLECTION_BLOCKS, COURSE_SORTS, DEFAULT_COURSE_SORT } from './sorts.ts'

test('the six sorts map to their fields and directions, most popular first (CAT-009, CAT-011)', () => {
  expect(COURSE_SORTS.map(({ title, sort }) => `${title} = ${sort}`)).toEqual([
    'Most Popular = -popularity',
    'New First = -id',
    'Oldest First = id',
    'Name A-Z = title',
    'Name Z-A = -title',
    'Last Updated = -updated_at',
  ])
  expect(DEFAULT_COURSE_SORT).toBe('-popularity')
})

test('a block shows 12 courses by popularity or 3 bundles by id (CAT-021)', () => {
  expect(COLLECTION_BLOCKS).toEqual({
    courses: { sort: '-popularity', per_page: 12 },
    bundles: { sort: '-id', per_page: 3 },
  })
})
