import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clearedState,
  isNarrowed,
  type ListSpec,
  type ListState,
  listQuery,
  readListState,
  sortDirection,
  withCursor,
  withFilter,
  withSearch,
  withSort,
  writeListState,
} from './list-state.ts'

const spec: ListSpec = { filters: ['role', 'is_paused'], sorts: ['name', 'created_at'], sort: '-created_at' }
const start = clearedState(spec)

test('an address without query is the list in its own order', () => {
  expect(readListState({}, spec)).toEqual({ search: '', sort: '-created_at', cursor: null, filters: {} })
})

test('search, filters, sort and cursor come from the address (API-014)', () => {
  expect(readListState({ search: 'ada', role: 'manager', sort: 'name', cursor: 'abc' }, spec)).toEqual({
    search: 'ada',
    sort: 'name',
    cursor: 'abc',
    filters: { role: 'manager' },
  })
})

test('values that the router parsed as numbers and booleans become texts again', () => {
  expect(readListState({ search: 2026, is_paused: false, cursor: 12 }, spec)).toMatchObject({
    search: '2026',
    cursor: '12',
    filters: { is_paused: 'false' },
  })
})

test('unknown sort fields, unknown filters and invalid values are ignored, so no call answers 422 (API-015)', () => {
  const query = { sort: '-password', nonsense: 'x', role: { $ne: '' }, search: ['a'], is_paused: null }
  expect(readListState(query, spec)).toEqual(start)
})

test('a state written to the address is read back the same', () => {
  const text = fc.string({ minLength: 1, maxLength: 12 }).map((value) => value.trim())
  const anyState: fc.Arbitrary<ListState> = fc.record({
    search: text,
    sort: fc.constantFrom('name', '-name', 'created_at', '-created_at'),
    cursor: fc.option(fc.stringMatching(/^[\w-]{1,8}$/)),
    filters: fc
      .record({ role: text, is_paused: fc.constantFrom('true', 'false', '') })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value))),
  })
  fc.assert(
    fc.property(anyState, (state) => {
      expect(readListState(writeListState({}, state, spec), spec)).toEqual(state)
    }),
  )
})

test('the address omits defaults and keeps other parameters', () => {
  expect(writeListState({ tab: 'all', search: 'old', cursor: 'x' }, start, spec)).toEqual({ tab: 'all' })
  expect(writeListState({}, withSort(start, 'name', spec), spec)).toEqual({ sort: 'name' })
})

test('a new search, filter or order starts from the first page (API-012)', () => {
  const later = withCursor(start, 'page-3')
  expect(later.cursor).toBe('page-3')
  expect(withSearch(later, ' ada ')).toMatchObject({ search: 'ada', cursor: null })
  expect(withFilter(later, 'role', 'manager')).toMatchObject({ filters: { role: 'manager' }, cursor: null })
  expect(withSort(later, 'name', spec).cursor).toBeNull()
})

test('a cleared filter is removed from state and address', () => {
  const filtered = withFilter(start, 'role', 'manager')
  expect(withFilter(filtered, 'role', null)).toEqual(start)
  expect(withFilter(filtered, 'role', '')).toEqual(start)
})

test('a column sorts ascending, descending, and then back to the list’s order', () => {
  const up = withSort(start, 'name', spec)
  const down = withSort(up, 'name', spec)
  const back = withSort(down, 'name', spec)
  expect([up.sort, down.sort, back.sort]).toEqual(['name', '-name', '-created_at'])
  expect([up, down, back].map((state) => sortDirection(state, 'name'))).toEqual(['ascending', 'descending', 'none'])
})

test('the column of the list’s own order toggles between ascending and descending', () => {
  const up = withSort(start, 'created_at', spec)
  expect(up.sort).toBe('created_at')
  expect(withSort(up, 'created_at', spec).sort).toBe('-created_at')
})

test('the call gets only set values, and the page size if it differs (API-013, API-014)', () => {
  expect(listQuery(start, spec)).toEqual({ sort: '-created_at' })
  const state = withFilter(withSearch(withCursor(clearedState({}), null), 'x'), 'role', 'learner')
  expect(listQuery(state, { per_page: 50 })).toEqual({ search: 'x', role: 'learner', per_page: 50 })
})

test('a sorted list does not count as filtered, but a searched or filtered one does', () => {
  expect(isNarrowed(withSort(start, 'name', spec))).toBe(false)
  expect(isNarrowed(withSearch(start, 'a'))).toBe(true)
  expect(isNarrowed(withFilter(start, 'role', 'learner'))).toBe(true)
})
