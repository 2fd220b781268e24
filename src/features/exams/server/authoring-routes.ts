import { itemRoutes } from '#features/outline/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import { attachQuestionPool, detachQuestionPool, examItems, surveyItems } from '../contract-admin.ts'
import { attachPool, detachPool, examContent } from './authoring.ts'

/** The calls with which authors make exams and knowledge checks. */
export const authoringRoutes = (): Route[] => [
  ...itemRoutes(examItems, examContent('exam')),
  ...itemRoutes(surveyItems, examContent('survey')),
  route(attachQuestionPool, async ({ tx, ctx, params, body }) => ({
    data: await attachPool(tx, ctx, params, body.questions_count ?? null),
  })),
  route(detachQuestionPool, async ({ tx, ctx, params }) => ({ data: await detachPool(tx, ctx, params) })),
]
