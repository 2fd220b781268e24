import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listPages, showPortalPage } from '../contract.ts'

export type PageRow = Wire<typeof listPages>['data'][number]
export type EditedPage = Wire<typeof showPortalPage>['data']

export const PAGES_SPEC: ListSpec = {
  filters: ['publication_status'],
  sorts: ['title', 'updated_at', 'id'],
  sort: '-updated_at',
}

/** The list for an address, for the loader of the page. */
export const pagesQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listPages, { query: listQuery(readListState(search, PAGES_SPEC), PAGES_SPEC) as never })

/** A page in the builder. */
export const pageQuery = (api: Api, id: number) => api.query(showPortalPage, { params: { id } })

export const isOfPages = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  String(queryKey[0]).startsWith(listPages.path)

/** Where visitors find a page, and those who edit pages its draft. */
export const siteHref = ({ slug, newest_version: newest, live_version: live }: SiteState): string =>
  `/${encodeURIComponent(slug)}${live === newest ? '' : '?preview=1'}`
type SiteState = Pick<PageRow, 'slug' | 'newest_version' | 'live_version'>
