import type { Api } from '#kernel/client.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { listCourseFilters } from '../contract.ts'
import { type CatalogState, catalogQuery, readCatalog } from '../rules/address.ts'
import { type CoursePage, loadCoursePage } from './courses.ts'
import type { Counts, Facets } from './facets.ts'

export type LoadedCatalog = {
  state: CatalogState
  page: CoursePage
  facets: Facets
  counts: Counts
}

/** What a list of courses shows: the page that its query asks for, and the values of the filters. */
export const loadCatalog = async (api: Api, query: Readonly<Record<string, unknown>>): Promise<LoadedCatalog> => {
  const state = readCatalog(query)
  const { sort: _sort, cursor: _cursor, ...narrowed } = catalogQuery(state)
  const [page, filters] = await orNotFound(
    Promise.all([loadCoursePage(api, state), api.call(listCourseFilters, { query: narrowed })]),
  )
  return { state, page, facets: filters.data, counts: filters.meta }
}
