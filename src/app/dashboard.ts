import { peopleFigure, peopleFinder } from '#features/accounts/server/dashboard.ts'
import { coursesFigure, coursesFinder } from '#features/courses/server/dashboard.ts'
import { creditsFigure } from '#features/credits/server/dashboard.ts'
import { documentsAttention } from '#features/documents/server/dashboard.ts'
import { completionsFigure, enrollmentsFigure } from '#features/enrollments/server/dashboard.ts'
import { invitationsAttention } from '#features/invitations/server/dashboard.ts'
import { lowCreditsAttention } from '#features/managers/server/dashboard.ts'
import { ordersFinder } from '#features/orders/server/dashboard.ts'
import { paymentsFigure, refundsFigure, salesFigure } from '#features/payments/server/dashboard.ts'
import { portalsAttention, portalsFinder } from '#features/portals/server/dashboard.ts'
import { overdueAttention } from '#features/reports/server/dashboard.ts'
import { reviewsAttention } from '#features/reviews/server/dashboard.ts'
import { sharesAttention, updatesAttention } from '#features/shared-courses/server/dashboard.ts'
import { shipmentsAttention } from '#features/shipping/server/dashboard.ts'
import type { DashboardPart, RecordFinder } from '#platform/overview/parts.ts'

/** What stands on the start page: the first four figures that a person may see, and all that needs attention (REP-008). */
export const DASHBOARD_PARTS: readonly DashboardPart[] = [
  salesFigure,
  enrollmentsFigure,
  peopleFigure,
  creditsFigure,
  paymentsFigure,
  refundsFigure,
  coursesFigure,
  completionsFigure,
  overdueAttention,
  documentsAttention,
  invitationsAttention,
  lowCreditsAttention,
  reviewsAttention,
  shipmentsAttention,
  updatesAttention,
  sharesAttention,
  portalsAttention,
]

/** What the search of records asks, in the order of its groups (API-032). */
export const RECORD_FINDERS: readonly RecordFinder[] = [peopleFinder, coursesFinder, ordersFinder, portalsFinder]
