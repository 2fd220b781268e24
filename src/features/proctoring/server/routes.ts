import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { addIncident, confirmUntilEnd, endForLearner, takeBack } from './actions/attend.ts'
import { openExamFor } from './actions/open-exam.ts'
import { showOpening, showProctoring } from './present.ts'

/** Exams in the presence of a proctor, for those who grade their learners (ROL-037). */
export const routes = ({ progress }: Services): Route[] => [
  route(contract.listProctoring, async ({ tx, ctx }) => ({ data: await showProctoring(tx, ctx) })),
  route(contract.openExam, async ({ tx, ctx, body }) => ({
    data: await showOpening(tx, ctx, await openExamFor(tx, ctx, body)),
  })),
  route(contract.takeBackOpening, async ({ tx, ctx, params }) => {
    await takeBack(tx, ctx, params.id)
    return { data: { id: params.id } }
  }),
  route(contract.recordIncident, async ({ tx, ctx, params, body }) => {
    await addIncident(tx, ctx, params.id, body.text)
    return { data: await showOpening(tx, ctx, params.id) }
  }),
  route(contract.endProctoredExam, async ({ tx, ctx, params }) => {
    await endForLearner(progress, tx, ctx, params.id)
    return { data: await showOpening(tx, ctx, params.id) }
  }),
  route(contract.confirmPresence, async ({ tx, ctx, params }) => {
    await confirmUntilEnd(progress, tx, ctx, params.id)
    return { data: await showOpening(tx, ctx, params.id) }
  }),
]
