import { showUser } from '#features/accounts/contract.ts'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listNotes } from '../contract.ts'

export const NOTES_SPEC: ListSpec = { sorts: ['id'], sort: '-id' }

/** What the screens about one person read. */
export const personQueries = (api: Api) => ({
  person: (id: number) => api.query(showUser, { params: { id } }),
  notes: (id: number, search: Record<string, unknown>) =>
    api.query(listNotes, {
      params: { id },
      query: listQuery(readListState(search, NOTES_SPEC), NOTES_SPEC) as never,
    }),
})
