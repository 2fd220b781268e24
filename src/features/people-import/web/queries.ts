import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listImportRows, listImports, showImport } from '../contract.ts'
import { isMoving } from '../rules/fields.ts'

export type Import = Wire<typeof showImport>['data']
export type Summary = Wire<typeof listImports>['data'][number]
export type Row = Wire<typeof listImportRows>['data'][number]

export const ROWS_SPEC: ListSpec = { filters: ['outcome', 'is_different', 'undo'], per_page: 50 }

/** How often a step that is at work is looked at. */
const LOOK_AGAIN_MS = 1000

/** The import that an address shows; null where it shows the first step. */
export const importIn = (search: Record<string, unknown>): number | null => {
  const id = Number(search.import)
  return Number.isInteger(id) && id > 0 ? id : null
}

export const importQueries = (api: Api) => ({
  list: () => ({
    ...api.query(listImports),
    refetchInterval: ({ state }: { state: { data?: { data: readonly Summary[] } | undefined } }) =>
      state.data?.data.some(({ status }) => isMoving(status)) ? LOOK_AGAIN_MS : false,
  }),
  one: (id: number) => ({
    ...api.query(showImport, { params: { id } }),
    refetchInterval: ({ state }: { state: { data?: { data: Import } | undefined } }) =>
      state.data && isMoving(state.data.data.status) ? LOOK_AGAIN_MS : false,
  }),
  rows: (id: number, search: Record<string, unknown>) =>
    api.query(listImportRows, {
      params: { id },
      query: listQuery(readListState(search, ROWS_SPEC), ROWS_SPEC) as never,
    }),
})
