import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listQuestionPools, showQuestionPool } from '../contract.ts'

export type Pool = Wire<typeof showQuestionPool>['data']
export type Question = Pool['questions'][number]

/** How the list of question pools can be asked (QPL-010). */
export const POOLS_SPEC: ListSpec = { sorts: ['title', 'id'], sort: '-id' }

/** What the screens of question pools read. */
export const poolQueries = (api: Api) => ({
  list: (search: Record<string, unknown>) =>
    api.query(listQuestionPools, { query: listQuery(readListState(search, POOLS_SPEC), POOLS_SPEC) as never }),
  one: (id: number) => api.query(showQuestionPool, { params: { id } }),
})
