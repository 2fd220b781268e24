import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { MediaType } from '#kernel/uploads/uploads.ts'
import { listMaterials } from '../contract-admin.ts'

export type MaterialRow = Wire<typeof listMaterials>['data'][number]

/** What the library is asked for (UPL-003). */
export type LibraryFilter = { type: MediaType | null; search: string; cursor: string | null }

/** Rows of a page, and the pause in milliseconds after which typing searches (UPL-006). */
export const PAGE_SIZE = 50
export const FILTER_PAUSE = 700

/** One page of the materials library (UPL-003, UPL-006). */
export const libraryQuery = (api: Api, { type, search, cursor }: LibraryFilter) =>
  api.query(listMaterials, {
    query: { ...(type && { type }), ...(search && { search }), ...(cursor && { cursor }), per_page: PAGE_SIZE },
  })
