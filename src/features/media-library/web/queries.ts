import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listLibrary, listMediaTags, showLibraryFile } from '../contract.ts'

export type LibraryFile = Wire<typeof listLibrary>['data'][number]
export type LibraryFileDetail = Wire<typeof showLibraryFile>['data']
export type FileUse = LibraryFileDetail['uses'][number]

export const LIBRARY_PATH = '/admin/media'
export const ALT_PATH = '/admin/media/alternative-texts'

export const LIBRARY_SPEC: ListSpec = {
  filters: ['type', 'tag', 'use', 'alt'],
  sorts: ['created_at', 'name', 'size'],
  sort: '-created_at',
  per_page: 48,
}

/** The files for an address of the screen, for the loader of the page. */
export const libraryQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listLibrary, { query: listQuery(readListState(search, LIBRARY_SPEC), LIBRARY_SPEC) as never })

/** The pictures that nobody has described, the newest first; each that is described makes room for another. */
export const undescribedQuery = (api: Api) => api.query(listLibrary, { query: { alt: 'missing', per_page: 24 } })

/** Reads everything of the library again after a change. */
export const readAgain = (client: QueryClient) =>
  Promise.all(
    [listLibrary, listMediaTags, showLibraryFile].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  )

export const tagsQuery = (api: Api) => api.query(listMediaTags)
