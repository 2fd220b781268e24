import { aboutRoutes } from '#features/about/server/routes.ts'
import { accountRoutes } from '#features/accounts/server/routes.ts'
import { activityLogRoutes } from '#features/activity-logs/server/routes.ts'
import { addressRoutes } from '#features/addresses/server/routes.ts'
import { announcementRoutes } from '#features/announcements/server/routes.ts'
import { apiTokenRoutes } from '#features/api-tokens/server/routes.ts'
import { articleRoutes } from '#features/articles/server/routes.ts'
import { authoringRoutes as assignmentAuthoring } from '#features/assignments/server/authoring-routes.ts'
import { responseRoutes } from '#features/assignments/server/response-routes.ts'
import { routes as bundles } from '#features/bundles/server/routes.ts'
import { catalogueJobs } from '#features/catalogue/server/jobs.ts'
import { routes as catalogue } from '#features/catalogue/server/routes.ts'
import { searchJobs } from '#features/catalogue/server/searches.ts'
import { issueForEnrollment } from '#features/certificates/server/api.ts'
import { certificateJobs } from '#features/certificates/server/jobs.ts'
import { certificateRoutes } from '#features/certificates/server/routes.ts'
import { checkoutRoutes } from '#features/checkout/server/routes.ts'
import { cloudScormJobs } from '#features/cloud-scorm/server/jobs.ts'
import { cloudScormRoutes } from '#features/cloud-scorm/server/routes.ts'
import { courseQuestionRoutes } from '#features/course-questions/server/routes.ts'
import { courseRoutes } from '#features/courses/server/routes.ts'
import { availableCredits, portalCredits } from '#features/credits/server/api.ts'
import { routes as credits } from '#features/credits/server/routes.ts'
import { jobHandlers as enrollmentJobs } from '#features/enrollments/server/jobs.ts'
import { routes as enrollments } from '#features/enrollments/server/routes.ts'
import { findIncompleteExams } from '#features/exams/server/authoring.ts'
import { authoringRoutes as examAuthoring } from '#features/exams/server/authoring-routes.ts'
import { poolHasAttempts } from '#features/exams/server/authoring-store.ts'
import { examJobs } from '#features/exams/server/jobs.ts'
import { examRoutes } from '#features/exams/server/routes.ts'
import { exportJobs } from '#features/exports/server/jobs.ts'
import { exportRoutes } from '#features/exports/server/routes.ts'
import { faqRoutes } from '#features/faq/server/routes.ts'
import { integrationRoutes } from '#features/integrations/server/routes.ts'
import { routes as live } from '#features/live/server/routes.ts'
import { routes as managers } from '#features/managers/server/routes.ts'
import { courseFileRoutes } from '#features/media/server/course-file-routes.ts'
import { libraryRoutes } from '#features/media/server/library.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { orderJobs } from '#features/orders/server/jobs.ts'
import { orderRoutes } from '#features/orders/server/routes.ts'
import { routes as outline } from '#features/outline/server/routes.ts'
import { pageRoutes } from '#features/pages/server/routes.ts'
import { partnerContentRoutes } from '#features/partners/server/partner-routes.ts'
import { partnerRoutes } from '#features/partners/server/routes.ts'
import { routes as permissions } from '#features/permissions/server/routes.ts'
import { personalDataRoutes } from '#features/personal-data/server/routes.ts'
import { portalJobs } from '#features/portals/server/jobs.ts'
import { portalRoutes } from '#features/portals/server/routes.ts'
import { createProgress } from '#features/progress/server/api.ts'
import { progressRoutes } from '#features/progress/server/routes.ts'
import { questionPoolRoutes } from '#features/question-pools/server/routes.ts'
import { reviewRoutes } from '#features/reviews/server/routes.ts'
import { scheduleRoutes } from '#features/schedules/server/routes.ts'
import { scormJobs } from '#features/scorm/server/jobs.ts'
import { scormRoutes } from '#features/scorm/server/routes.ts'
import { seoRoutes } from '#features/seo/server/routes.ts'
import { sessionJobs } from '#features/sessions/server/jobs.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import { shippingJobs } from '#features/shipping/server/jobs.ts'
import { shippingRoutes } from '#features/shipping/server/routes.ts'
import { portalSubscription } from '#features/subscriptions/server/api.ts'
import { subscriptionJobs } from '#features/subscriptions/server/jobs.ts'
import { subscriptionRoutes } from '#features/subscriptions/server/routes.ts'
import { routes as teaching } from '#features/teaching/server/routes.ts'
import { termRoutes } from '#features/terms/server/routes.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import type { Route } from '#platform/http/route.ts'
import { housekeepingJobs } from '#platform/jobs/housekeeping.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { mailJobs } from '#platform/mail/mail.ts'
import { commerce } from './commerce.ts'
import { exportsOf, tellReady } from './exports.ts'
import { PAGE_KINDS } from './rendering/page-kinds.ts'
import type { Services } from './services.ts'

/** The writing side of progress, with what other features do when a course is finished. */
export const progress = createProgress({
  onCourseFinished: [
    async (tx, ctx, { id }) => {
      await issueForEnrollment(tx, ctx, { enrollment_id: id, is_automatic: true })
    },
  ],
})

/** Every call of the API, feature by feature: what is not named here is not served. */
export const apiRoutes = ({
  cloudScorm,
  config,
  easyship,
  files,
  maps,
  payments,
  portalById,
  uploads,
}: Services): Route[] => [
  ...sessionRoutes(config),
  ...portalRoutes({ config, files, ports: { credits: portalCredits, subscription: portalSubscription } }),
  ...accountRoutes(files, portalById),
  ...apiTokenRoutes,
  ...addressRoutes(maps),
  ...announcementRoutes,
  ...activityLogRoutes,
  ...mediaRoutes(files),
  ...certificateRoutes(files),
  ...permissions,
  ...live,
  ...notificationRoutes,
  ...courseRoutes(files, { findIncompleteExams, availableCredits }),
  ...outline,
  ...credits,
  ...enrollments,
  ...managers,
  ...examAuthoring,
  ...assignmentAuthoring(files),
  ...responseRoutes({ progress, files, secret: config.secret }),
  ...libraryRoutes({ secret: config.secret, files }),
  ...courseFileRoutes({ secret: config.secret, files }),
  ...progressRoutes({ progress, secret: config.secret }),
  ...examRoutes({ progress, secret: config.secret }),
  ...teaching,
  ...scormRoutes({ progress, config }),
  ...cloudScormRoutes({ progress, config, standin: cloudScorm }),
  ...integrationRoutes(config.secret),
  ...questionPoolRoutes({ hasAttempts: poolHasAttempts }),
  ...catalogue,
  ...reviewRoutes,
  ...courseQuestionRoutes({ secret: config.secret, files }),
  ...bundles,
  ...checkoutRoutes(commerce({ config, files, payments, portalById })),
  ...orderRoutes(commerce({ config, files, payments, portalById })),
  ...subscriptionRoutes(commerce({ config, files, payments, portalById })),
  ...shippingRoutes({ config, standin: easyship, files, uploads }),
  ...seoRoutes({ files, kinds: PAGE_KINDS }),
  ...termRoutes,
  ...pageRoutes,
  ...articleRoutes,
  ...faqRoutes,
  ...partnerRoutes,
  ...partnerContentRoutes(files),
  ...scheduleRoutes,
  ...aboutRoutes({ config, files }),
  ...exportRoutes(files, exportsOf({ portalById })),
  ...personalDataRoutes,
  ...userRoutes(portalById),
]

/** Every background job, feature by feature. */
export const jobHandlers = ({
  cloudScorm,
  config,
  easyship,
  files,
  uploads,
  payments,
  portalById,
}: Services): JobHandler[] => [
  ...housekeepingJobs,
  ...mailJobs,
  ...catalogueJobs,
  ...sessionJobs({ portalById }),
  ...enrollmentJobs({ portalById }),
  ...portalJobs(config),
  ...certificateJobs(files),
  ...examJobs({ progress, portalById }),
  ...orderJobs(commerce({ config, files, payments, portalById })),
  ...subscriptionJobs(commerce({ config, files, payments, portalById })),
  ...shippingJobs({ config, standin: easyship, files, uploads }),
  ...scormJobs({ files, uploads }),
  ...cloudScormJobs({ config, standin: cloudScorm, uploads }),
  ...searchJobs,
  ...exportJobs({ files, kinds: exportsOf({ portalById }), portalById, tellReady }),
]
