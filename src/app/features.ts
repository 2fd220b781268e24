import { routes as portals } from '#features/portals/server/routes.ts'
import type { JobHandler } from '#platform/jobs.ts'
import type { Route } from '#platform/route.ts'

/** Every call of the API, feature by feature: what is not named here is not served. */
export const apiRoutes: Route[] = [...portals]

/** Every background job, feature by feature. */
export const jobHandlers: JobHandler[] = []
