import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listHistory, listHolders, showPortalCredits } from '../contract.ts'

export const HISTORY_SPEC: ListSpec = {
  filters: ['date_from', 'date_to', 'course_id', 'user_id', 'figure', 'holder', 'is_general'],
  sorts: ['created_at'],
  sort: '-created_at',
}
export const HOLDERS_SPEC: ListSpec = { filters: ['kind'], sorts: ['title'], sort: 'title' }

type Search = Record<string, unknown>

/** The reads of the credit screens; loaders and components use the same. */
export const creditQueries = (api: Api) => ({
  portal: () => api.query(showPortalCredits),
  history: (search: Search) =>
    api.query(listHistory, { query: listQuery(readListState(search, HISTORY_SPEC), HISTORY_SPEC) as never }),
  holders: (search: Search) =>
    api.query(listHolders, { query: listQuery(readListState(search, HOLDERS_SPEC), HOLDERS_SPEC) as never }),
  /** The choices of filters. */
  all: (kind: 'course' | 'manager') => api.query(listHolders, { query: { kind, per_page: 100 } }),
})

const OF_CREDITS: readonly unknown[] = [showPortalCredits, listHistory, listHolders].map(({ path }) => path)

/** Reads everything again that shows credits of the portal, once some have moved; passing a link may have read it already. */
export const refreshCredits = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_CREDITS.includes(queryKey[0]) })
