import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listReleases, showRelease } from '../contract.ts'

export type ReleaseRow = Wire<typeof listReleases>['data'][number]
export type Release = Wire<typeof showRelease>['data']
export type ReleaseItem = Release['items'][number]

export const RELEASES_SPEC: ListSpec = { filters: ['status'], sorts: ['id'], sort: '-id' }

/** The list for an address, for the loader of the screen. */
export const releasesQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listReleases, { query: listQuery(readListState(search, RELEASES_SPEC), RELEASES_SPEC) as never })

export const releaseQuery = (api: Api, id: number) => api.query(showRelease, { params: { id } })

/** What changes with a release: itself, and whatever the site shows. */
export const isOfSite = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  ['/portal/releases', '/portal/pages', '/portal/widgets', '/portal/promo-buttons'].some((path) =>
    String(queryKey[0]).startsWith(path),
  )
