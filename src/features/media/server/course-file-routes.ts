import type { Files } from '#platform/files/files.ts'
import { type Route, route } from '#platform/http/route.ts'
import { showCourseFile } from '../contract.ts'
import { readCourseFile } from './course-files.ts'

/** The call behind the signed addresses of course files; `secret` is the one they were signed with. */
export const courseFileRoutes = (services: { secret: string; files: Files }): Route[] => [
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
