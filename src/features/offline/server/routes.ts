import { type Route, route } from '#platform/http/route.ts'
import { showOfflineCourse } from '../contract.ts'
import { showOwnOffline } from './offers.ts'

/** What of an own course can be kept on a device. */
export const routes = (): Route[] => [
  route(showOfflineCourse, ({ tx, ctx, params, query }) =>
    showOwnOffline(tx, ctx, { related_id: query.related_id, course_slug: params.slug }),
  ),
]
