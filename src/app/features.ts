import { routes as accounts } from '#features/accounts/server/routes.ts'
import { authoringRoutes as assignmentAuthoring } from '#features/assignments/server/authoring-routes.ts'
import { courseRoutes } from '#features/courses/server/routes.ts'
import { availableCredits, portalCredits } from '#features/credits/server/api.ts'
import { routes as credits } from '#features/credits/server/routes.ts'
import { jobHandlers as enrollmentJobs } from '#features/enrollments/server/jobs.ts'
import { routes as enrollments } from '#features/enrollments/server/routes.ts'
import { findIncompleteExams } from '#features/exams/server/authoring.ts'
import { authoringRoutes as examAuthoring } from '#features/exams/server/authoring-routes.ts'
import { poolHasAttempts } from '#features/exams/server/authoring-store.ts'
import { routes as live } from '#features/live/server/routes.ts'
import { routes as managers } from '#features/managers/server/routes.ts'
import { libraryRoutes } from '#features/media/server/library.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { routes as outline } from '#features/outline/server/routes.ts'
import { portalJobs } from '#features/portals/server/jobs.ts'
import { portalRoutes } from '#features/portals/server/routes.ts'
import { questionPoolRoutes } from '#features/question-pools/server/routes.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import type { JobHandler } from '#platform/jobs.ts'
import { mailJobs } from '#platform/mail/mail.ts'
import type { Route } from '#platform/route.ts'
import type { Services } from './services.ts'

/** Every call of the API, feature by feature: what is not named here is not served. */
export const apiRoutes = ({ config, files }: Services): Route[] => [
  ...sessionRoutes(config),
  ...accounts,
  ...portalRoutes({ config, files, ports: { credits: portalCredits } }),
  ...mediaRoutes(files),
  ...live,
  ...courseRoutes(files, { findIncompleteExams, availableCredits }),
  ...outline,
  ...credits,
  ...enrollments,
  ...managers,
  ...examAuthoring,
  ...assignmentAuthoring,
  ...libraryRoutes({ secret: config.secret, files }),
  ...questionPoolRoutes({ hasAttempts: poolHasAttempts }),
]

/** Every background job, feature by feature. */
export const jobHandlers = ({ config }: Services): JobHandler[] => [
  ...mailJobs,
  ...enrollmentJobs,
  ...portalJobs(config),
]
