import { previewCloudModule } from '#features/cloud-scorm/server/api.ts'
import { reachCourse } from '#features/courses/server/api.ts'
import { previewExam } from '#features/exams/server/api.ts'
import { PREVIEW } from '#features/progress/server/api.ts'
import { previewModule } from '#features/scorm/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import {
  drawPreviewExam,
  showPreview,
  showPreviewAssignment,
  showPreviewItem,
  startPreviewCloudScorm,
  startPreviewScorm,
} from '../contract.ts'
import { showAssignmentPreview, showCoursePreview, showItemPreview } from './show-preview.ts'

const NOTHING_YET = {
  id: 0,
  title: '',
  slug: '',
  scorm_id: '',
  scorm_link: '',
  course_user_progress: null,
  is_kept: false,
}

/** What the learner's screens read of a course for its author. All of them only read, whatever their method. */
export const routes = (services: Services): Route[] => [
  route(showPreview, async ({ tx, ctx, params }) => ({
    data: await showCoursePreview(tx, ctx, await reachCourse(tx, ctx, params)),
  })),
  route(showPreviewItem, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    const at = { course, type: params.itemType, id: params.itemId }
    return { data: await showItemPreview(tx, ctx, services.secret, at) }
  }),
  route(drawPreviewExam, async ({ tx, ctx, params }) => {
    const { id: course_id } = await reachCourse(tx, ctx, { slug: params.slug })
    return { data: await previewExam(tx, ctx, { course_id, exam_id: params.examId }) }
  }),
  route(showPreviewAssignment, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    return { data: await showAssignmentPreview(tx, ctx, services.secret, { course, id: params.assignmentId }) }
  }),
  route(startPreviewScorm, async ({ tx, ctx, params, http }) => {
    const { id: course_id } = await reachCourse(tx, ctx, { slug: params.slug })
    return { data: await previewModule(services.config, tx, ctx, http, { course_id, module_id: params.id }) }
  }),
  route(
    startPreviewCloudScorm,
    async ({ tx, ctx, params }) => {
      await reachCourse(tx, ctx, { slug: params.slug })
      return { data: NOTHING_YET }
    },
    async ({ db, ctx, params }) => {
      const course = await db.withPortal(ctx.portal.id, (tx) => reachCourse(tx, ctx, { slug: params.slug }))
      const path = `/courses/learner/${course.slug}/${PREVIEW}/outline/CloudScormModule/${params.id}`
      const at = { course_id: course.id, module_id: params.id, redirect_path: path }
      return { data: await previewCloudModule(services, db, ctx, at) }
    },
  ),
]
