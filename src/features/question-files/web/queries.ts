import { showQuestionPool } from '#features/question-pools/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listQuestionImportRows, listQuestionImports, showQuestionImport } from '../contract.ts'

export type QuestionImport = Wire<typeof showQuestionImport>['data']
export type ImportRow = Wire<typeof listQuestionImportRows>['data'][number]

export const ROWS_SPEC: ListSpec = { filters: ['outcome', 'result'], per_page: 50 }

/** The import that an address shows; null where it shows the first step. */
export const importIn = (search: Record<string, unknown>): number | null => {
  const id = Number(search.import)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** What the screen of imports reads. */
export const questionImportQueries = (api: Api) => ({
  pool: (id: number) => api.query(showQuestionPool, { params: { id } }),
  list: (poolId: number) => api.query(listQuestionImports, { params: { id: poolId } }),
  one: (id: number) => api.query(showQuestionImport, { params: { id } }),
  rows: (id: number, search: Record<string, unknown>) =>
    api.query(listQuestionImportRows, {
      params: { id },
      query: listQuery(readListState(search, ROWS_SPEC), ROWS_SPEC) as never,
    }),
})
