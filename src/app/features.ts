import { routes as accounts } from '#features/accounts/server/routes.ts'
import { routes as live } from '#features/live/server/routes.ts'
import { routes as portals } from '#features/portals/server/routes.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import type { JobHandler } from '#platform/jobs.ts'
import { mailJobs } from '#platform/mail/mail.ts'
import type { Route } from '#platform/route.ts'
import type { Services } from './services.ts'

/** Every call of the API, feature by feature: what is not named here is not served. */
export const apiRoutes = ({ config }: Services): Route[] => [...sessionRoutes(config), ...accounts, ...portals, ...live]

/** Every background job, feature by feature. */
export const jobHandlers = (_services: Services): JobHandler[] => [...mailJobs]
