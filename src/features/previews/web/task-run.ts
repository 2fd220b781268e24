import {
  addDraftFile,
  removeDraftFile,
  respond,
  saveDraft,
  showAssignmentResponse,
} from '#features/assignments/contract.ts'
import { remainingAttempts, whyNoResponse } from '#features/assignments/web/public.ts'
import { PREVIEW } from '#features/progress/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { answers, type LocalAnswer } from '#ui/calls/local-calls.ts'
import { newUuid } from '#ui/kept/new-uuid.ts'
import type { showPreviewAssignment } from '../contract.ts'
import type { CourseRun } from './course-run.ts'

type Task = Wire<typeof showPreviewAssignment>['data']
type ShownTask = Wire<typeof showAssignmentResponse>['data']
type Work = { draft: ShownTask['draft']; attempts: ShownTask['attempts'] }

const EMPTY: ShownTask['draft'] = { text: '', files: [], updated_at: null }

/** Assignments in a preview: text and files stay in the page, and what is handed in waits for nobody (BLD-068). */
export const taskAnswers = (run: CourseRun, load: (assignmentId: number) => Promise<Task>): LocalAnswer[] => {
  const kept = new Map<number, Work>()
  const workOf = (assignmentId: number): Work => {
    const work = kept.get(assignmentId) ?? { draft: EMPTY, attempts: [] }
    kept.set(assignmentId, work)
    return work
  }
  const itemOf = (assignmentId: number) => ({ type: 'Assignment' as const, id: assignmentId })
  const present = async (assignmentId: number): Promise<ShownTask> => {
    const { assignment, learner } = await load(assignmentId)
    const { draft, attempts } = workOf(assignmentId)
    const status = run.statusOf(itemOf(assignmentId))
    const current_attempt = attempts.length
    return {
      assignment,
      related_id: PREVIEW,
      status,
      current_attempt,
      remaining_attempts: remainingAttempts(assignment.attempts, current_attempt),
      learner_response: attempts[0]?.learner_response ?? null,
      instructor_response: null,
      learner,
      attempts,
      can_respond: whyNoResponse({ status, attempts: assignment.attempts, current_attempt }) === null,
      draft,
    }
  }
  return [
    answers(showAssignmentResponse, async ({ params }) => ({ data: await present(params.assignmentId) })),
    answers(saveDraft, ({ params, body }) => {
      const work = workOf(params.assignmentId)
      const updated_at = new Date().toISOString()
      work.draft = { ...work.draft, text: body.text, updated_at }
      return { data: { text: body.text, updated_at } }
    }),
    answers(addDraftFile, ({ params, body }, options) => {
      const work = workOf(params.assignmentId)
      const file = options?.files?.get('file') as File
      const { name, type, size } = file
      const added = { name, mime_type: type, size, uuid: newUuid(), url: URL.createObjectURL(file) }
      const shown = { ...added, client_id: body.client_id ?? null }
      work.draft = { ...work.draft, files: [...work.draft.files, shown] }
      return { data: shown }
    }),
    answers(removeDraftFile, ({ params }) => {
      const work = workOf(params.assignmentId)
      work.draft = { ...work.draft, files: work.draft.files.filter(({ uuid }) => uuid !== params.uuid) }
      return undefined as never
    }),
    answers(respond, async ({ params, body }) => {
      const work = workOf(params.assignmentId)
      const number = work.attempts.length + 1
      const learner_response = {
        text: body.text ?? work.draft.text,
        files: work.draft.files.map(({ client_id: _, ...file }) => file),
        created_at: new Date().toISOString(),
      }
      work.attempts = [
        { id: number, number, result: null, learner_response, instructor_response: null },
        ...work.attempts,
      ]
      work.draft = EMPTY
      await run.open(itemOf(params.assignmentId))
      return { data: await present(params.assignmentId) }
    }),
  ]
}
