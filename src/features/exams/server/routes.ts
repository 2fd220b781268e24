import type { Progress } from '#features/progress/server/api.ts'
import { type Route, route } from '#platform/route.ts'
import { answerQuestion, finishExam, resetExam, showExamProgress, showLearnerExam, startExam } from '../contract.ts'
import { answerOwnQuestion } from './actions/answer-question.ts'
import { finishOwnExam } from './actions/finish-exam.ts'
import { resetExamOfLearner } from './actions/reset-exam.ts'
import { startOwnExam } from './actions/start-exam.ts'
import { showOwnExam } from './show-exam.ts'
import { loadExamProgress } from './show-progress.ts'

/** The calls of those who take exams, and of those who look at the attempts and reset them. */
export const examRoutes = (progress: Progress): Route[] => [
  route(showLearnerExam, ({ tx, ctx, params, query }) =>
    showOwnExam(tx, ctx, { related_id: query.related_id, exam_id: params.examId }),
  ),
  route(startExam, ({ tx, ctx, params, body }) =>
    startOwnExam(progress, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(answerQuestion, ({ tx, ctx, params, body }) =>
    answerOwnQuestion(progress, tx, ctx, { ...body, exam_id: params.examId }),
  ),
  route(finishExam, ({ tx, ctx, params, body }) =>
    finishOwnExam(progress, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
  route(showExamProgress, async ({ tx, ctx, params, query }) => ({
    data: await loadExamProgress(tx, ctx, { related_id: query.related_id, exam_id: params.examId }),
  })),
  route(resetExam, ({ tx, ctx, params, body }) =>
    resetExamOfLearner(progress, tx, ctx, { related_id: body.related_id, exam_id: params.examId }),
  ),
]
