import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import {
  completeEnrollment,
  finishCourse,
  finishModule,
  finishModuleItem,
  keepPosition,
  listLearnerCourses,
  listLearnerModuleItems,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
  startModuleItem,
  syncProgress,
} from '../contract.ts'
import { STATUS } from '../rules/status.ts'
import { completeForLearner, finishOwnCourse } from './actions/complete-course.ts'
import { keepOwnPosition } from './actions/keep-position.ts'
import { settleModule } from './actions/settle-module.ts'
import { finishItem, startItem, syncItem } from './actions/step-item.ts'
import { listOwnCourses, showOwnCourse } from './own-courses.ts'
import { listOwnModuleItems, listOwnOutline, showOwnModuleItem } from './own-outline.ts'

/** The calls of learners on their own courses, and the completion by editors. */
export const routes = ({ progress, secret }: Services): Route[] => [
  route(listLearnerCourses, ({ tx, ctx, query }) => listOwnCourses(tx, ctx, query)),
  route(showLearnerCourse, ({ tx, ctx, params, query }) =>
    showOwnCourse(tx, ctx, { slug: params.slug, related_id: query.related_id }),
  ),
  route(listLearnerModules, ({ tx, ctx, params, query }) =>
    listOwnOutline(tx, ctx, { related_id: query.related_id, course_slug: params.slug }),
  ),
  route(listLearnerModuleItems, async ({ tx, ctx, params, query }) => {
    const at = { related_id: query.related_id, module_id: params.moduleId }
    const { waits_to_be_opened: waits, ...items } = await listOwnModuleItems(tx, ctx, at)
    if (waits) await settleModule(progress, tx, ctx, at)
    return items
  }),
  route(showLearnerModuleItem, ({ tx, ctx, params, query }) =>
    showOwnModuleItem(tx, ctx, secret, {
      related_id: query.related_id,
      type: params.itemType,
      id: params.itemId,
      for_device: query.for_device === true,
    }),
  ),
  route(startModuleItem, ({ tx, ctx, params, body }) =>
    startItem(progress, tx, ctx, { related_id: body.related_id, type: params.itemType, id: params.itemId }),
  ),
  route(finishModuleItem, ({ tx, ctx, params, body }) =>
    finishItem(progress, tx, ctx, { related_id: body.related_id, type: params.itemType, id: params.itemId }),
  ),
  route(keepPosition, ({ tx, ctx, params, body }) =>
    keepOwnPosition(tx, ctx, { ...body, type: params.itemType, id: params.itemId }),
  ),
  route(finishModule, ({ tx, ctx, params, body }) =>
    settleModule(progress, tx, ctx, {
      related_id: body.related_id,
      module_id: params.moduleId,
      asks_for_success: body.status === STATUS.success,
    }),
  ),
  route(syncProgress, ({ tx, ctx, params, body }) =>
    syncItem(progress, tx, ctx, { progress_id: params.progressId, status: body.status }),
  ),
  route(finishCourse, ({ tx, ctx, params, body }) =>
    finishOwnCourse(progress, tx, ctx, { related_id: body.related_id, course_slug: params.slug }),
  ),
  route(completeEnrollment, ({ tx, ctx, params, body }) =>
    completeForLearner(progress, tx, ctx, { enrollment_id: params.id, reason: body.reason }),
  ),
]
