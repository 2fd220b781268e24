import { describe, expect, test } from 'vitest'
import {
  type CatalogState,
  COURSE_FILTERS,
  catalogAddress,
  catalogQuery,
  filterCount,
  isNarrowed,
  readCatalog,
  withCursor,
  withoutFilters,
  withSearch,
  withSort,
  withToggled,
} from './address.ts'
import { COURSE_SORTS } from './sorts.ts'

const OPEN: CatalogState = { search: '', sort: '-popularity', cursor: null, filters: {} }
const queryOf = (address: string) => Object.fromEntries(new URL(address, 'http://a.example').searchParams)

describe('the address of the course list', () => {
  test('the initial list has no query and is sorted by popularity (CAT-011)', () => {
    expect(catalogAddress('/course', OPEN)).toBe('/course')
    expect(readCatalog({})).toEqual(OPEN)
  })

  test('an address is read back into the state it was made from (CAT-012)', () => {
    const state: CatalogState = {
      search: 'lock & tag 100%',
      sort: 'title',
      cursor: 'eyJ2IjoxfQ-_',
      filters: { category: ['fire-safety', 'first-aid'], state: ['7'], language: ['es'], provider: ['harbor'] },
    }
    expect(readCatalog(queryOf(catalogAddress('/course-catalog', state)))).toEqual(state)
  })

  test('every filter of the list is in the address (CAT-012)', () => {
    expect(COURSE_FILTERS.map(({ name }) => name)).toEqual([
      'category',
      'training_option',
      'state',
      'agency',
      'organization',
      'language',
      'provider',
    ])
    for (const { name } of COURSE_FILTERS) {
      expect(catalogAddress('/course', withToggled(OPEN, name, 'x'))).toBe(`/course?${name}=x`)
    }
  })

  test('the same state always has the same address, whatever was clicked first (CAT-012)', () => {
    const one = withToggled(withToggled(OPEN, 'state', 'ohio'), 'category', 'fire')
    const other = withToggled(withToggled(OPEN, 'category', 'fire'), 'state', 'ohio')
    expect(catalogAddress('/course', one)).toBe(catalogAddress('/course', other))
  })

  test.each(COURSE_SORTS.map(({ sort }) => sort))('the order %s is kept (CAT-009)', (sort) => {
    expect(readCatalog(queryOf(catalogAddress('/course', withSort(OPEN, sort)))).sort).toBe(sort)
  })

  test('an unknown order, filter or value is ignored (CAT-009, CAT-012)', () => {
    expect(readCatalog({ sort: 'price', color: 'red', category: '', state: {}, search: ['a'] })).toEqual(OPEN)
    expect(readCatalog({ category: 'a.a..b' }).filters).toEqual({ category: ['a', 'b'] })
    expect(readCatalog({ search: 2026 }).search).toBe('2026')
  })
})

describe('changing the selection', () => {
  const deep = withCursor(withToggled(OPEN, 'category', 'fire'), 'abc')

  test('starts from the first page (CAT-012)', () => {
    for (const next of [
      withSearch(deep, 'x'),
      withSort(deep, '-id'),
      withToggled(deep, 'state', 'ohio'),
      withoutFilters(deep),
    ]) {
      expect(next.cursor).toBeNull()
    }
  })

  test('a value can be selected and deselected (CAT-012)', () => {
    const both = withToggled(deep, 'category', 'first-aid')
    expect(both.filters).toEqual({ category: ['fire', 'first-aid'] })
    expect(withToggled(withToggled(both, 'category', 'fire'), 'category', 'first-aid').filters).toEqual({})
  })

  test('clearing keeps only the order', () => {
    expect(withoutFilters(withSort(withSearch(deep, 'x'), 'title'))).toEqual({ ...OPEN, sort: 'title' })
  })

  test('counts the filters and says whether the list is filtered', () => {
    expect([filterCount(OPEN), isNarrowed(OPEN), isNarrowed(withSort(OPEN, 'title'))]).toEqual([0, false, false])
    expect(filterCount(withToggled(deep, 'state', 'ohio'))).toBe(2)
    expect(isNarrowed(withSearch(OPEN, ' a '))).toBe(true)
  })
})

test('the call gets filters as lists, and only those that are set (CAT-012)', () => {
  const state = withCursor(withSearch(withToggled(OPEN, 'agency', 'epa'), 'spill'), null)
  expect(catalogQuery(state)).toEqual({ agency: ['epa'], search: 'spill', sort: '-popularity' })
  expect(catalogQuery(withCursor(OPEN, 'abc'))).toEqual({ sort: '-popularity', cursor: 'abc' })
})
