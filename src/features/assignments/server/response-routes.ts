import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { gradeResponse } from './actions/grade.ts'
import { respond } from './actions/respond.ts'
import { dropFile, findUploaded, MOST_FILES, readFile, storeFile } from './files.ts'
import { openTask, ownTask, presentOwn, type ResponseServices } from './own-assignment.ts'
import { presentDraftFile } from './present-response.ts'
import { listAssignments, listResponses } from './queue.ts'
import { loadFiles, saveDraftText } from './response-store.ts'
import { showProgress } from './show-progress.ts'

/** The calls of those who respond to assignments, and of those who grade. */
export const responseRoutes = (services: ResponseServices): Route[] => [
  route(contract.showAssignmentResponse, async ({ tx, ctx, params, query }) => {
    const ref = { related_id: query.related_id, assignment_id: params.assignmentId }
    const own = await ownTask(tx, ctx, ref, { isLocked: false })
    if (!own.enrollment.is_readable) throw fail('not_enough_permissions')
    return { data: await presentOwn(tx, ctx, services.secret, { ...own, status: own.item.status }) }
  }),
  route(contract.respond, ({ tx, ctx, params, body, files }) =>
    respond(services, tx, ctx, {
      related_id: body.related_id,
      assignment_id: params.assignmentId,
      text: body.text ?? '',
      uploads: files,
    }),
  ),
  route(contract.saveDraft, async ({ tx, ctx, params, body }) => {
    const { at } = await openTask(tx, ctx, { related_id: body.related_id, assignment_id: params.assignmentId })
    return { data: await saveDraftText(tx, at, body.text, ctx.now) }
  }),
  route(contract.addDraftFile, async ({ tx, ctx, params, body, files: uploads }) => {
    const ref = { related_id: body.related_id, assignment_id: params.assignmentId }
    const { at, task } = await openTask(tx, ctx, ref)
    const [upload, ...others] = uploads
    if (!upload || others.length > 0) throw fail('upload_no_file', { field: 'file' })
    if (task.restrict_user_to_upload) throw fail('invalid', { fields: { file: ['This assignment takes text only.'] } })
    const sent = body.client_id && (await findUploaded(tx, at, body.client_id))
    if (sent) return { data: presentDraftFile(sent) }
    const draftFiles = (await loadFiles(tx, at)).filter((file) => file.response_id === null)
    if (draftFiles.length >= MOST_FILES) throw fail('max_entries', { params: { max: MOST_FILES }, field: 'file' })
    return { data: presentDraftFile(await storeFile(tx, services.files, at, upload, ctx.now, body.client_id)) }
  }),
  route(contract.removeDraftFile, async ({ tx, ctx, params, query }) => {
    const { at } = await ownTask(tx, ctx, { related_id: query.related_id, assignment_id: params.assignmentId })
    await dropFile(tx, at, params.uuid)
    return undefined
  }),
  route(contract.showResponseFile, ({ tx, ctx, params }) => readFile(tx, ctx, services.files, params.uuid)),
  route(contract.showAssignmentProgress, async ({ tx, ctx, params, query }) => ({
    data: await showProgress(services, tx, ctx, {
      related_id: query.related_id,
      assignment_id: params.assignmentId,
    }),
  })),
  route(contract.grade, ({ tx, ctx, params, body }) =>
    gradeResponse(services, tx, ctx, {
      related_id: body.related_id,
      assignment_id: params.assignmentId,
      score: body.score,
      comment: body.comment || null,
    }),
  ),
  route(contract.listAssignmentResponses, ({ tx, ctx, params, query }) => listResponses(tx, ctx, params.slug, query)),
  route(contract.listCourseAssignments, ({ tx, ctx, params }) => listAssignments(tx, ctx, params.slug)),
]
