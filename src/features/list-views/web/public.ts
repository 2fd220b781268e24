import type { Api } from '#kernel/client.ts'
import type { ListViews } from '#ui/app/list/list-views.ts'
import { showListView, updateListView } from '../contract.ts'

/** Where lists keep the columns and filters that a person chose, for `ListViewsContext`. */
export const listViewsOf = (api: Api): ListViews => ({
  query: (list) => api.query(showListView, { params: { list } }) as never,
  save: async (list, view) => {
    const body = { columns: view.columns && [...view.columns], saved: view.saved.map((filter) => ({ ...filter })) }
    return (await api.call(updateListView, { params: { list }, body })) as never
  },
})
