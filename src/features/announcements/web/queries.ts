import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listAnnouncements, listShownAnnouncements } from '../contract.ts'

export type Announced = Wire<typeof listAnnouncements>['data'][number]

/** What is announced to the person of the page now. */
export const shownAnnouncements = (api: Api) => api.query(listShownAnnouncements)

export const ANNOUNCEMENTS_SPEC: ListSpec = { filters: ['audience', 'is_active'], sorts: ['id'], sort: '-id' }

/** The list for an address, for the loader of the page. */
export const announcementsQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listAnnouncements, {
    query: listQuery(readListState(search, ANNOUNCEMENTS_SPEC), ANNOUNCEMENTS_SPEC) as never,
  })
