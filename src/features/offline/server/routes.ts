import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { showOfflineCourse } from '../contract.ts'
import { showOwnOffline } from './offers.ts'

/** What of an own course can be kept on a device. */
export const routes = ({ offlineExams }: Services): Route[] => [
  route(showOfflineCourse, ({ tx, ctx, query }) => showOwnOffline(offlineExams, tx, ctx, query.related_id)),
]
