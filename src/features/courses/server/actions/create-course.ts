import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { createCourse as endpoint } from '../../contract.ts'
import { insertCourse, rememberSlug, takeSlug } from '../authoring-store.ts'
import { columnsOf, providerOf, readTerms } from '../fields.ts'
import { insertInstructor } from '../people-store.ts'
import type { CourseRow } from '../store.ts'
import { saveTerms } from '../terms-store.ts'
import { touchCourse } from '../touch.ts'

/**
 * Creates a course as a draft with a unique slug (BLD-004, CNT-023). Instructors teach the courses they create, since
 * they reach no other course (ROL-027); a partner's course belongs to the partner's company (PAR-007).
 */
export const createCourse = async (
  tx: Tx,
  ctx: SignedIn,
  { title, slug, ...body }: Input<typeof endpoint>['body'],
): Promise<CourseRow> => {
  const provider = await providerOf(tx, ctx, body.partner_company_id, null)
  const terms = await readTerms(tx, ctx.portal.id, body)
  const course = await insertCourse(tx, {
    ...columnsOf(body),
    title,
    slug: await takeSlug(tx, ctx.portal.id, slug || title, null),
    portal_id: ctx.portal.id,
    partner_company_id: provider ?? null,
    created_by: ctx.viewer.user_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await rememberSlug(tx, ctx.portal.id, course.id, null, course.slug)
  await saveTerms(tx, ctx.portal.id, course.id, terms)
  if (ctx.viewer.current_role === 'instructor')
    await insertInstructor(tx, { portal_id: ctx.portal.id, course_id: course.id }, ctx.viewer.user_id, true)
  await touchCourse(tx, ctx, course.id)
  await logActivity(tx, ctx, {
    action: 'course.create',
    subject_type: 'course',
    subject_id: course.id,
    changes: { title, slug: course.slug },
  })
  return course
}
