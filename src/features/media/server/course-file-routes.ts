import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { showCourseFile } from '../contract.ts'
import { readCourseFile } from './course-files.ts'

/** The call behind the signed addresses of course files; `secret` is the one they were signed with. */
export const courseFileRoutes = (services: Pick<Services, 'secret' | 'files'>): Route[] => [
  route(showCourseFile, ({ tx, ctx, params: { uuid }, query: { expires, signature, download }, http }) =>
    readCourseFile(tx, ctx, services, {
      uuid,
      expires,
      signature,
      is_download: download !== undefined,
      range: http.header('range'),
    }),
  ),
]
