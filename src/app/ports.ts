import { issueForEnrollment } from '#features/certificates/server/api.ts'
import { copyContents } from '#features/course-copies/server/api.ts'
import type { CourseRow } from '#features/courses/server/api.ts'
import { closeExamAgain, openExamAgain } from '#features/exams/server/actions/reset-exam.ts'
import { loadOfflineExams } from '#features/exams/server/api.ts'
import { findIncompleteExams } from '#features/exams/server/authoring.ts'
import { poolHasAttempts } from '#features/exams/server/authoring-store.ts'
import { mailInvoiceOf } from '#features/invoices/server/api.ts'
import { replacePicture } from '#features/pages/server/api.ts'
import { loadPortalAdmins, portalChanged, releasableNavigation } from '#features/portals/server/api.ts'
import { createProgress, loadTakenCourses } from '#features/progress/server/api.ts'
import { offerVersion } from '#features/shared-courses/server/api.ts'
import { shipOrder } from '#features/shipping/server/api.ts'
import { providerInsteadOfPassword } from '#features/single-sign-on/server/api.ts'
import { portalSubscription } from '#features/subscriptions/server/api.ts'
import { hasTexts, textLimitChanged } from '#features/text-messages/server/api.ts'
import { loadOfferedTasks } from '#features/trade-rules/server/api.ts'
import { requireSecondStep } from '#features/two-factor/server/api.ts'
import { publishDraft } from '#features/versions/server/api.ts'
import { releasableButtons, releasableWidgets } from '#features/widgets/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { DASHBOARD_PARTS, RECORD_FINDERS } from './dashboard.ts'
import { drawArt } from './draw-art.ts'
import { exportsOf, tellReady } from './exports.ts'
import { ORDER_KINDS } from './features.ts'
import { PAGE_KINDS } from './rendering/page-kinds.ts'

/** The writing side of progress, with what other features do when a course is finished. */
const progress = createProgress({
  onCourseFinished: [
    async (tx, ctx, { id }) => {
      await issueForEnrollment(tx, ctx, { enrollment_id: id, is_automatic: true })
    },
  ],
})

type Opened = Pick<Services, 'portalById' | 'secret' | 'config' | 'twilio'>

/** What features need of those above them: imports run only downward, so it is put together here. */
export const portsOf = ({ portalById, secret, config, twilio }: Opened) => ({
  sendsTexts: (tx: Tx, portalId: number) => hasTexts({ config, twilio }, tx, portalId),
  secondStep: { require: requireSecondStep },
  progress,
  takenCourses: loadTakenCourses,
  offlineExams: loadOfflineExams,
  handsOnRules: {
    tasksOf: loadOfferedTasks,
    onSignedOff: async (tx: Tx, ctx: SignedIn, ids: readonly number[]) => {
      // In one order, so that two sessions with the same people never wait for each other in a circle.
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) await progress.settleCourse(tx, ctx, id)
    },
  },
  orderKinds: ORDER_KINDS,
  onOrderCompleted: [shipOrder, mailInvoiceOf],
  findIncompleteExams,
  copyContents,
  publishDraft: async (tx: Tx, ctx: SignedIn, course: CourseRow) => {
    if (await publishDraft(tx, ctx, course)) await offerVersion(tx, ctx, course.id)
  },
  onVersionPublished: offerVersion,
  openAgain: { Exam: openExamAgain, Survey: openExamAgain },
  closeAgain: { Exam: closeExamAgain, Survey: closeExamAgain },
  poolHasAttempts,
  portalSubscription,
  drawArt,
  portalChanged,
  replacePagePicture: replacePicture,
  loadPortalAdmins,
  textLimitChanged: (tx: Tx, at: Pick<SignedIn, 'portal' | 'now'>) => textLimitChanged({ loadPortalAdmins }, tx, at),
  providerInsteadOfPassword,
  dashboardParts: DASHBOARD_PARTS,
  recordFinders: RECORD_FINDERS,
  exportKinds: exportsOf({ portalById, secret }),
  tellExportReady: tellReady,
  pageKinds: PAGE_KINDS,
  historyKinds: { widget: releasableWidgets, promo_button: releasableButtons, navigation: releasableNavigation },
})
