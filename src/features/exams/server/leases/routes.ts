import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { leaseExam, returnExamLease, returnUnusedLease, sendLeasedAttempt } from '../../contract-leases.ts'
import { receiveAttempt } from './receive-attempt.ts'
import { giveExamBack, giveUnusedBack, takeExamAlong } from './take-along.ts'

/** The calls of those who take exams along on a device (OFF-016 to OFF-020, OFF-023). */
export const leaseRoutes = ({ progress }: Services): Route[] => [
  route(leaseExam, ({ tx, ctx, params, body }) => takeExamAlong(tx, ctx, { ...body, exam_id: params.examId })),
  route(returnExamLease, ({ tx, ctx, params, query }) =>
    giveExamBack(tx, ctx, { related_id: query.related_id, exam_id: params.examId, id: params.leaseId }),
  ),
  route(returnUnusedLease, ({ tx, ctx, params }) => giveUnusedBack(tx, ctx, params.leaseId)),
  route(sendLeasedAttempt, ({ tx, ctx, params, body }) =>
    receiveAttempt(progress, tx, ctx, { exam_id: params.examId, id: params.leaseId }, body),
  ),
]
