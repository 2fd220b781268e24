import { expect, test } from 'vitest'
import { clearedState, type ListSpec, withFilter, withSearch } from './list-state.ts'
import type { Column } from './list-types.ts'
import {
  currentSaved,
  NO_VIEW,
  savedQueryOf,
  shownColumns,
  stateOfSaved,
  withColumn,
  withoutSaved,
  withSaved,
} from './list-views.ts'

const column = (key: string, optional?: 'shown' | 'hidden'): Column<object> => ({
  key,
  title: key,
  cell: () => key,
  ...(optional && { optional }),
})
const COLUMNS = [column('name'), column('email', 'shown'), column('courses', 'hidden'), column('joined', 'shown')]
const spec: ListSpec = { filters: ['role', 'is_blocked'], sorts: ['name'], sort: 'name' }
const keys = (columns: readonly Column<object>[]) => columns.map(({ key }) => key)

test('a list shows its default columns, or else the chosen ones (USR-049)', () => {
  expect(keys(shownColumns(COLUMNS, NO_VIEW))).toEqual(['name', 'email', 'joined'])
  const chosen = withColumn(COLUMNS, NO_VIEW, 'courses')
  expect(chosen.columns).toEqual(['email', 'courses', 'joined'])
  expect(keys(shownColumns(COLUMNS, chosen))).toEqual(['name', 'email', 'courses', 'joined'])
})

test('a choice equal to the default is not stored, so later columns appear (USR-049)', () => {
  const chosen = withColumn(COLUMNS, withColumn(COLUMNS, NO_VIEW, 'email'), 'email')
  expect(chosen.columns).toBeNull()
})

test('a removed column is ignored, and the main one cannot be hidden (USR-049)', () => {
  const old = { columns: ['phone', 'courses'], saved: [] }
  expect(keys(shownColumns(COLUMNS, old))).toEqual(['name', 'courses'])
})

test('a saved filter is search, filters and order without the page, and is recognized when active (USR-049)', () => {
  const state = { ...withSearch(withFilter(clearedState(spec), 'role', 'manager'), 'ada'), cursor: 'abc' }
  const query = savedQueryOf(state, spec)
  expect(query).toEqual({ search: 'ada', role: 'manager' })
  const view = withSaved(NO_VIEW, { name: 'Managers', query })
  expect(currentSaved(view, state, spec)?.name).toBe('Managers')
  expect(currentSaved(view, clearedState(spec), spec)).toBeNull()
  expect(stateOfSaved(view.saved[0]!, spec)).toEqual({ ...state, cursor: null })
})

test('a filter that the list no longer has is ignored (USR-049)', () => {
  const saved = { name: 'Old', query: { team: 'blue', role: 'learner' } }
  expect(stateOfSaved(saved, spec).filters).toEqual({ role: 'learner' })
})

test('the newest saved filter comes first (USR-049)', () => {
  const first = withSaved(NO_VIEW, { name: 'Old', query: { role: 'learner' } })
  const second = withSaved(first, { name: 'New', query: { role: 'manager' } })
  expect(second.saved.map(({ name }) => name)).toEqual(['New', 'Old'])
})

test('a name is stored once, regardless of case, and can be removed (USR-049)', () => {
  const first = withSaved(NO_VIEW, { name: 'Mine', query: { role: 'learner' } })
  const second = withSaved(first, { name: 'mine', query: { role: 'manager' } })
  expect(second.saved).toEqual([{ name: 'mine', query: { role: 'manager' } }])
  expect(withoutSaved(second, 'mine').saved).toEqual([])
})
