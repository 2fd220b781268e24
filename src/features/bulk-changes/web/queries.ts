import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listBulkChangeRows, listBulkChanges, previewBulkUndo, showBulkChange } from '../contract.ts'
import { isListedMoving, isMoving } from '../rules/actions.ts'

export type Change = Wire<typeof showBulkChange>['data']
export type Summary = Wire<typeof listBulkChanges>['data'][number]
export type Row = Wire<typeof listBulkChangeRows>['data'][number]
export type UndoRow = Wire<typeof previewBulkUndo>['data']['rows'][number]

export const CHANGES_SPEC: ListSpec = {}
export const ROWS_SPEC: ListSpec = { filters: ['outcome', 'undo'], per_page: 50 }

/** How often a step that is at work is looked at. */
const LOOK_AGAIN_MS = 1000

type Search = Record<string, unknown>

export const changeQueries = (api: Api) => ({
  list: (search: Search) => ({
    ...api.query(listBulkChanges, { query: listQuery(readListState(search, CHANGES_SPEC), CHANGES_SPEC) as never }),
    refetchInterval: ({ state }: { state: { data?: { data: readonly Summary[] } | undefined } }) =>
      state.data?.data.some(({ status }) => isListedMoving(status)) ? LOOK_AGAIN_MS : (false as const),
  }),
  one: (id: number) => ({
    ...api.query(showBulkChange, { params: { id } }),
    refetchInterval: ({ state }: { state: { data?: { data: Change } | undefined } }) =>
      state.data && isMoving(state.data.data.status) ? LOOK_AGAIN_MS : (false as const),
  }),
  rows: (id: number, search: Search) =>
    api.query(listBulkChangeRows, {
      params: { id },
      query: listQuery(readListState(search, ROWS_SPEC), ROWS_SPEC) as never,
    }),
  undo: (id: number) => ({ ...api.query(previewBulkUndo, { params: { id } }), staleTime: 0, gcTime: 0 }),
})
