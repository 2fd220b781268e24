import { startCloudScormModule } from '#features/cloud-scorm/contract.ts'
import {
  finishCourse,
  finishModuleItem,
  keepPosition,
  listLearnerModuleItems,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
  startModuleItem,
} from '#features/progress/contract.ts'
import { type Item, PREVIEW, STATUS } from '#features/progress/web/public.ts'
import { finishScormModule, startScormModule } from '#features/scorm/contract.ts'
import { resultOfStatus } from '#features/scorm/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { answers, type LocalAnswer, localApi } from '#ui/calls/local-calls.ts'
import {
  drawPreviewExam,
  showPreview,
  showPreviewAssignment,
  showPreviewItem,
  startPreviewCloudScorm,
  startPreviewScorm,
} from '../contract.ts'
import { type CourseRun, createCourseRun, notFound } from './course-run.ts'
import { examAnswers } from './exam-run.ts'
import { taskAnswers } from './task-run.ts'

const courseAnswers = (run: CourseRun, readItem: (type: string, id: number) => Promise<PreviewItem>): LocalAnswer[] => [
  answers(showLearnerCourse, async () => ({ data: await run.course() })),
  answers(listLearnerModules, run.outline),
  answers(listLearnerModuleItems, async ({ params }) => {
    const module = { type: 'Module' as const, id: params.moduleId }
    const { data } = await run.outline()
    const entry = data.find((one) => one.itemable_type === 'Module' && one.itemable_id === module.id)
    if (!entry) throw notFound()
    // A module without items is done once it has been opened (LRN-020).
    if (entry.items.length === 0) await run.step({ ...module, status: STATUS.finished })
    return { data: entry.items, meta: { next_cursor: null, prev_cursor: null } }
  }),
  answers(showLearnerModuleItem, async ({ params }) => {
    const item = await readItem(String(params.itemType), params.itemId)
    const key = { type: item.itemable_type, id: item.itemable_id }
    const status = run.statusOf(key)
    const itemable = { ...item.itemable, status }
    return { data: { ...item, status, itemable, position: null, ...(await run.around(key)) } }
  }),
  answers(startModuleItem, async ({ params }) => ({ data: await run.open(itemOf(params)) })),
  answers(finishModuleItem, async ({ params }) => ({
    data: await run.step({ ...itemOf(params), status: STATUS.finished }),
  })),
  answers(keepPosition, ({ body }) => ({ data: { position: body.position } })),
  answers(finishCourse, async () => {
    const { status, progress, learner } = await run.course()
    return { data: { status, progress, completed_at: learner.completed_at } }
  }),
]

const itemOf = ({ itemType, itemId }: { itemType: unknown; itemId: number }) => ({
  type: itemType as Item['type'],
  id: itemId,
})

type PreviewItem = Awaited<ReturnType<typeof readItemOf>>
const readItemOf = async (api: Api, slug: string, itemType: string, itemId: number) =>
  (await api.call(showPreviewItem, { params: { slug, itemType, itemId } })).data

const ENDED_WITHOUT_STATUS: readonly string[] = ['', 'not attempted', 'browsed']

const packageAnswers = (run: CourseRun, api: Api, slug: string): LocalAnswer[] => [
  answers(startScormModule, async ({ params }) => {
    const { data } = await api.call(startPreviewScorm, { params: { slug, id: params.id } })
    const { status } = await run.open({ type: 'ScormModule', id: params.id })
    return { data: { ...data, course_user_progress: { id: PREVIEW, status } } }
  }),
  // What the content says of itself counts here: there is nobody to be protected from it.
  answers(finishScormModule, async ({ params, body }) => {
    const item = { type: 'ScormModule' as const, id: params.id }
    // In a preview content is in browse mode: one that ends without a status of its own has been gone through.
    const ending = ENDED_WITHOUT_STATUS.includes(body.status) ? 'completed' : body.status
    const result = resultOfStatus(ending as Parameters<typeof resultOfStatus>[0])
    const status = result === 'passed' ? STATUS.success : result === 'failed' ? STATUS.failed : STATUS.in_progress
    const step = await run.step({ ...item, status })
    return { data: { progress_id: PREVIEW, status: step.status, result } }
  }),
  answers(startCloudScormModule, async ({ params }) => {
    const { data } = await api.call(startPreviewCloudScorm, { params: { slug, id: params.id } })
    await run.open({ type: 'CloudScormModule', id: params.id })
    return { data }
  }),
]

/** Nothing of a preview is written, and nothing of learners is read. */
const mayPass = ({ method, path }: AnyEndpoint) => method === 'GET' && !path.startsWith('/learner/')

/**
 * The client with which the screens of learners show a course to its author: it reads what authors may read, and what a
 * learner would do stays in the page (BLD-043, BLD-068).
 */
export const makePreview = (api: Api, slug: string): Api => {
  const run = createCourseRun(async () => (await api.call(showPreview, { params: { slug } })).data)
  const named = [
    ...courseAnswers(run, (type, id) => readItemOf(api, slug, type, id)),
    ...examAnswers(run, async (examId) => (await api.call(drawPreviewExam, { params: { slug, examId } })).data),
    ...taskAnswers(
      run,
      async (assignmentId) => (await api.call(showPreviewAssignment, { params: { slug, assignmentId } })).data,
    ),
    ...packageAnswers(run, api, slug),
  ]
  return localApi(api, named, mayPass)
}
