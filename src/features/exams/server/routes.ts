import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import {
  answerQuestion,
  askForProctor,
  finishExam,
  giveExtraTime,
  keepQuestionTime,
  resetExam,
  showExamProgress,
  showLearnerExam,
  startExam,
} from '../contract.ts'
import { answerOwnQuestion } from './actions/answer-question.ts'
import { askForOwnProctor } from './actions/ask-for-proctor.ts'
import { finishOwnExam } from './actions/finish-exam.ts'
import { giveExtraTimeToLearner } from './actions/give-extra-time.ts'
import { keepOwnQuestionTime } from './actions/keep-question-time.ts'
import { resetExamOfLearner } from './actions/reset-exam.ts'
import { startOwnExam } from './actions/start-exam.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { leaseRoutes } from './leases/routes.ts'
import { showOwnExam } from './show-exam.ts'
import { loadExamProgress } from './show-progress.ts'

/** The calls of those who take exams, and of those who look at the attempts and reset them. */
export const routes = (services: Services): Route[] => [
  ...authoringRoutes(),
  ...leaseRoutes(services),
  route(showLearnerExam, ({ tx, ctx, params, query }) =>
    showOwnExam(services.secret, tx, ctx, { ...query, exam_id: params.examId }),
  ),
  route(startExam, ({ tx, ctx, params, body }) =>
    startOwnExam(services, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(askForProctor, ({ tx, ctx, params, body }) =>
    askForOwnProctor(tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(answerQuestion, ({ tx, ctx, params, body }) =>
    answerOwnQuestion(services, tx, ctx, { ...body, exam_id: params.examId }),
  ),
  route(keepQuestionTime, ({ tx, ctx, params, body }) =>
    keepOwnQuestionTime(services.secret, tx, ctx, { ...body, exam_id: params.examId }),
  ),
  route(finishExam, ({ tx, ctx, params, body }) =>
    finishOwnExam(services.progress, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(showExamProgress, async ({ tx, ctx, params, query }) => ({
    data: await loadExamProgress(tx, ctx, { related_id: query.related_id, exam_id: params.examId }),
  })),
  route(resetExam, ({ tx, ctx, params, body }) =>
    resetExamOfLearner(services.progress, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(giveExtraTime, ({ tx, ctx, params, body }) =>
    giveExtraTimeToLearner(tx, ctx, { ...body, exam_id: params.examId }),
  ),
]
