import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useChangeSearch } from '../../hooks/use-change-search.ts'
import { type ListSpec, type ListState, listQuery, readListState, writeListState } from './list-state.ts'

export type ListAddress = {
  spec: ListSpec
  state: ListState
  /** The query for the list's call. */
  query: Record<string, string | number>
  /** Shows another selection, as long as the list's page is not being left; `replace` for changes that should not add a step to the history, such as typing. */
  change: (next: ListState, options?: { replace?: boolean }) => void
}

/** The state of a list, kept in the address, so that it survives a reload, the way back, and being sent to somebody. */
export const useListState = (spec: ListSpec): ListAddress => {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const changeSearch = useChangeSearch()
  const state = useMemo(() => readListState(search, spec), [search, spec])
  const query = useMemo(() => listQuery(state, spec), [state, spec])
  const change = useCallback(
    (next: ListState, { replace = false } = {}) => {
      void changeSearch((before) => writeListState(before, next, spec), { replace })
    },
    [changeSearch, spec],
  )
  return { spec, state, query, change }
}
