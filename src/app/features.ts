import { routes as about } from '#features/about/server/routes.ts'
import { routes as accounts } from '#features/accounts/server/routes.ts'
import { routes as activityLogs } from '#features/activity-logs/server/routes.ts'
import { routes as addresses } from '#features/addresses/server/routes.ts'
import { routes as announcements } from '#features/announcements/server/routes.ts'
import { routes as apiTokens } from '#features/api-tokens/server/routes.ts'
import { routes as articles } from '#features/articles/server/routes.ts'
import { routes as assignments } from '#features/assignments/server/routes.ts'
import { routes as badges } from '#features/badges/server/routes.ts'
import { jobs as bulkChangesJobs } from '#features/bulk-changes/server/jobs.ts'
import { routes as bulkChanges } from '#features/bulk-changes/server/routes.ts'
import { routes as bundles } from '#features/bundles/server/routes.ts'
import { jobs as callbacksJobs } from '#features/callbacks/server/jobs.ts'
import { routes as callbacks } from '#features/callbacks/server/routes.ts'
import { jobs as catalogJobs } from '#features/catalog/server/jobs.ts'
import { routes as catalog } from '#features/catalog/server/routes.ts'
import { jobs as certificatesJobs } from '#features/certificates/server/jobs.ts'
import { routes as certificates } from '#features/certificates/server/routes.ts'
import {
  bundleOrders,
  courseCreditOrders,
  courseOrders,
  reenrollOrders,
} from '#features/checkout/server/order-kinds.ts'
import { routes as checkout } from '#features/checkout/server/routes.ts'
import { jobs as cloudScormJobs } from '#features/cloud-scorm/server/jobs.ts'
import { routes as cloudScorm } from '#features/cloud-scorm/server/routes.ts'
import { routes as compliance } from '#features/compliance/server/routes.ts'
import { routes as content } from '#features/content/server/routes.ts'
import { routes as courseQuestions } from '#features/course-questions/server/routes.ts'
import { routes as courses } from '#features/courses/server/routes.ts'
import { routes as credits } from '#features/credits/server/routes.ts'
import { routes as crew } from '#features/crew/server/routes.ts'
import { routes as dashboard } from '#features/dashboard/server/routes.ts'
import { routes as documents } from '#features/documents/server/routes.ts'
import { jobs as domainsJobs } from '#features/domains/server/jobs.ts'
import { routes as domains } from '#features/domains/server/routes.ts'
import { jobs as enrollmentsJobs } from '#features/enrollments/server/jobs.ts'
import { routes as enrollments } from '#features/enrollments/server/routes.ts'
import { routes as evidence } from '#features/evidence/server/routes.ts'
import { jobs as examsJobs } from '#features/exams/server/jobs.ts'
import { routes as exams } from '#features/exams/server/routes.ts'
import { jobs as exportsJobs } from '#features/exports/server/jobs.ts'
import { routes as exports } from '#features/exports/server/routes.ts'
import { routes as faq } from '#features/faq/server/routes.ts'
import { routes as health } from '#features/health/server/routes.ts'
import { jobs as historyJobs } from '#features/history/server/jobs.ts'
import { routes as history } from '#features/history/server/routes.ts'
import { routes as integrations } from '#features/integrations/server/routes.ts'
import { jobs as invitationsJobs } from '#features/invitations/server/jobs.ts'
import { routes as invitations } from '#features/invitations/server/routes.ts'
import { jobs as invoicesJobs } from '#features/invoices/server/jobs.ts'
import { routes as invoices } from '#features/invoices/server/routes.ts'
import { routes as listViews } from '#features/list-views/server/routes.ts'
import { routes as live } from '#features/live/server/routes.ts'
import { routes as managers } from '#features/managers/server/routes.ts'
import { routes as media } from '#features/media/server/routes.ts'
import { routes as mediaLibrary } from '#features/media-library/server/routes.ts'
import { routes as notifications } from '#features/notifications/server/routes.ts'
import { routes as offline } from '#features/offline/server/routes.ts'
import { jobs as ordersJobs } from '#features/orders/server/jobs.ts'
import type { OrderKinds } from '#features/orders/server/order-kind.ts'
import { routes as orders } from '#features/orders/server/routes.ts'
import { routes as outline } from '#features/outline/server/routes.ts'
import { routes as pages } from '#features/pages/server/routes.ts'
import { routes as partners } from '#features/partners/server/routes.ts'
import { jobs as paymentsJobs } from '#features/payments/server/jobs.ts'
import { routes as payments } from '#features/payments/server/routes.ts'
import { jobs as peopleImportJobs } from '#features/people-import/server/jobs.ts'
import { routes as peopleImport } from '#features/people-import/server/routes.ts'
import { routes as permissions } from '#features/permissions/server/routes.ts'
import { routes as personalData } from '#features/personal-data/server/routes.ts'
import { jobs as portalsJobs } from '#features/portals/server/jobs.ts'
import { routes as portals } from '#features/portals/server/routes.ts'
import { routes as previews } from '#features/previews/server/routes.ts'
import { routes as proctoring } from '#features/proctoring/server/routes.ts'
import { routes as progress } from '#features/progress/server/routes.ts'
import { routes as provisioning } from '#features/provisioning/server/routes.ts'
import { jobs as questionFilesJobs } from '#features/question-files/server/jobs.ts'
import { routes as questionFiles } from '#features/question-files/server/routes.ts'
import { routes as questionPools } from '#features/question-pools/server/routes.ts'
import { jobs as recertificationJobs } from '#features/recertification/server/jobs.ts'
import { routes as recertification } from '#features/recertification/server/routes.ts'
import { routes as redirects } from '#features/redirects/server/routes.ts'
import { jobs as releasesJobs } from '#features/releases/server/jobs.ts'
import { routes as releases } from '#features/releases/server/routes.ts'
import { jobs as reportsJobs } from '#features/reports/server/jobs.ts'
import { routes as reports } from '#features/reports/server/routes.ts'
import { routes as reviews } from '#features/reviews/server/routes.ts'
import { routes as schedules } from '#features/schedules/server/routes.ts'
import { jobs as scormJobs } from '#features/scorm/server/jobs.ts'
import { routes as scorm } from '#features/scorm/server/routes.ts'
import { routes as seo } from '#features/seo/server/routes.ts'
import { jobs as sessionsJobs } from '#features/sessions/server/jobs.ts'
import { routes as sessions } from '#features/sessions/server/routes.ts'
import { jobs as sharedCoursesJobs } from '#features/shared-courses/server/jobs.ts'
import { routes as sharedCourses } from '#features/shared-courses/server/routes.ts'
import { jobs as shippingJobs } from '#features/shipping/server/jobs.ts'
import { routes as shipping } from '#features/shipping/server/routes.ts'
import { routes as signingKeys } from '#features/signing-keys/server/routes.ts'
import { jobs as signOnJobs } from '#features/single-sign-on/server/jobs.ts'
import { routes as signOn } from '#features/single-sign-on/server/routes.ts'
import { routes as siteHistory } from '#features/site-history/server/routes.ts'
import { jobs as statisticsJobs } from '#features/statistics/server/jobs.ts'
import { routes as statistics } from '#features/statistics/server/routes.ts'
import { jobs as subscriptionsJobs } from '#features/subscriptions/server/jobs.ts'
import {
  partnerCreditOrders,
  partnerSubscriptionOrders,
  planChangeOrders,
  portalCreditOrders,
  subscriptionOrders,
} from '#features/subscriptions/server/order-kinds.ts'
import { routes as subscriptions } from '#features/subscriptions/server/routes.ts'
import { routes as sync } from '#features/sync/server/routes.ts'
import { routes as teaching } from '#features/teaching/server/routes.ts'
import { routes as terms } from '#features/terms/server/routes.ts'
import { jobs as textMessagesJobs } from '#features/text-messages/server/jobs.ts'
import { routes as textMessages } from '#features/text-messages/server/routes.ts'
import { routes as textPictures } from '#features/text-pictures/server/routes.ts'
import { jobs as tradeRulesJobs } from '#features/trade-rules/server/jobs.ts'
import { routes as tradeRules } from '#features/trade-rules/server/routes.ts'
import { routes as twoFactor } from '#features/two-factor/server/routes.ts'
import { jobs as twoWayApiJobs } from '#features/two-way-api/server/jobs.ts'
import { routes as twoWayApi } from '#features/two-way-api/server/routes.ts'
import { jobs as usersJobs } from '#features/users/server/jobs.ts'
import { routes as users } from '#features/users/server/routes.ts'
import { routes as versions } from '#features/versions/server/routes.ts'
import { routes as widgets } from '#features/widgets/server/routes.ts'
import { forgottenFilesJobs } from '#platform/files/forgotten.ts'
import type { Route } from '#platform/http/route.ts'
import { housekeepingJobs } from '#platform/jobs/housekeeping.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { mailJobs } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'

/** The features with calls: what is not named here is not served. */
const WITH_ROUTES: readonly ((services: Services) => Route[])[] = [
  sessions,
  badges,
  textMessages,
  twoFactor,
  portals,
  health,
  domains,
  accounts,
  apiTokens,
  addresses,
  announcements,
  dashboard,
  activityLogs,
  media,
  certificates,
  compliance,
  documents,
  signingKeys,
  recertification,
  permissions,
  live,
  listViews,
  notifications,
  courses,
  outline,
  credits,
  enrollments,
  bulkChanges,
  managers,
  invitations,
  exams,
  assignments,
  progress,
  tradeRules,
  crew,
  proctoring,
  offline,
  previews,
  teaching,
  scorm,
  cloudScorm,
  integrations,
  questionPools,
  questionFiles,
  statistics,
  catalog,
  reviews,
  courseQuestions,
  bundles,
  checkout,
  orders,
  payments,
  invoices,
  subscriptions,
  shipping,
  seo,
  terms,
  textPictures,
  content,
  pages,
  articles,
  faq,
  partners,
  schedules,
  widgets,
  about,
  exports,
  evidence,
  redirects,
  mediaLibrary,
  releases,
  siteHistory,
  history,
  reports,
  personalData,
  peopleImport,
  sync,
  twoWayApi,
  provisioning,
  callbacks,
  signOn,
  users,
  versions,
  sharedCourses,
]

/** The features with background jobs. */
const WITH_JOBS: readonly ((services: Services) => JobHandler[])[] = [
  catalogJobs,
  sessionsJobs,
  enrollmentsJobs,
  invitationsJobs,
  portalsJobs,
  domainsJobs,
  certificatesJobs,
  examsJobs,
  ordersJobs,
  paymentsJobs,
  invoicesJobs,
  subscriptionsJobs,
  shippingJobs,
  scormJobs,
  cloudScormJobs,
  exportsJobs,
  peopleImportJobs,
  bulkChangesJobs,
  questionFilesJobs,
  statisticsJobs,
  usersJobs,
  historyJobs,
  reportsJobs,
  sharedCoursesJobs,
  callbacksJobs,
  twoWayApiJobs,
  signOnJobs,
  recertificationJobs,
  releasesJobs,
  textMessagesJobs,
  tradeRulesJobs,
]

/** What each type of order is for. */
export const ORDER_KINDS: OrderKinds = {
  course: courseOrders,
  bundle: bundleOrders,
  'learner-reenroll': reenrollOrders,
  'credits-on-course': courseCreditOrders,
  'credits-on-portal': portalCreditOrders,
  subscription: subscriptionOrders,
  'partner-subscription': partnerSubscriptionOrders,
  'partner-subscription-credit': partnerCreditOrders,
  'change-subscription': planChangeOrders,
}

/** Every call of the API. */
export const apiRoutes = (services: Services): Route[] => WITH_ROUTES.flatMap((routes) => routes(services))

/** Every background job, those of the platform first. */
export const jobHandlers = (services: Services): JobHandler[] => [
  ...housekeepingJobs,
  ...mailJobs,
  ...forgottenFilesJobs(services.files),
  ...WITH_JOBS.flatMap((jobs) => jobs(services)),
]
