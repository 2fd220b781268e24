import { copyPublicFile } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import { copyLinks, copyRows } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { copyTitle } from '../../rules/copy-title.ts'
import { PUBLICATION } from '../../rules/publication.ts'
import { reachAndLockContent } from '../access.ts'
import { rememberSlug, takeSlug, updateCourseRow } from '../authoring-store.ts'
import { insertInstructor } from '../people-store.ts'
import { type CourseRow, isInstructorOf, loadCourse } from '../store.ts'
import { touchCourse } from '../touch.ts'

type Needs = Pick<Services, 'files' | 'copyContents'>

/** What a copy takes over of the course itself; not its state, nor what people have made of it. */
const COLUMNS = [
  'description',
  'is_sequential',
  'is_marketable',
  'video',
  'duration_minutes',
  'min_credit_price_cents',
  'max_discount',
  'credit_price_cents',
  'is_certificate_required',
  'author_name',
  'partner_company_id',
  'button_name',
  'due_days',
  'due_at',
  'meta_title',
  'meta_description',
  'seo_keywords',
] as const

const TEMPLATE_COLUMNS = [
  'title',
  'text',
  'background',
  'logo',
  'signature_image',
  'signer_name',
  'signer_title',
  'valid_months',
] as const

const copyTemplate = async (tx: Tx, ctx: SignedIn, id: number | null): Promise<number | null> => {
  if (id === null) return null
  const set = { updated_at: ctx.now }
  const copy = { portal_id: ctx.portal.id, ids: [id], columns: TEMPLATE_COLUMNS, set }
  return (await copyRows(tx, 'certificate_templates', copy)).get(id) ?? null
}

/** The pictures of a course as files of their own: one that is removed from the original stays in the copy. */
const copyPictures = async (tx: Tx, ctx: SignedIn, { files }: Needs, course: CourseRow) => ({
  thumbnail: await copyPublicFile(tx, ctx, files, course.thumbnail),
  seo_image: await copyPublicFile(tx, ctx, files, course.seo_image),
  author_avatar: await copyPublicFile(tx, ctx, files, course.author_avatar),
})

/**
 * Copies a course with everything in it as a draft (BLD-022, BLD-023): with its prices, instructors and settings, without
 * learners, credits and reviews. Authors of the original wait meanwhile; learners do not.
 */
export const copyCourse = async (
  tx: Tx,
  ctx: SignedIn,
  needs: Needs,
  { slug, title }: { slug: string; title?: string | undefined },
): Promise<CourseRow> => {
  const from = await reachAndLockContent(tx, ctx, { slug })
  const portal_id = ctx.portal.id
  const name = title ?? copyTitle(from.title)
  const taken = await takeSlug(tx, portal_id, name === copyTitle(from.title) ? `${from.slug}-copy` : name, null)
  const copied = await copyRows(tx, 'courses', {
    portal_id,
    ids: [from.id],
    columns: COLUMNS,
    set: {
      slug: taken,
      title: name,
      publication_status: PUBLICATION.draft,
      certificate_template_id: await copyTemplate(tx, ctx, from.certificate_template_id),
      created_by: ctx.viewer.user_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    },
  })
  const to = { id: copied.get(from.id) as number, slug: taken }
  await rememberSlug(tx, portal_id, to.id, null, to.slug)
  const moved = { course_id: copied }
  await copyLinks(tx, 'course_terms', { portal_id, columns: ['term_id'], moved })
  await copyLinks(tx, 'course_instructors', {
    portal_id,
    columns: ['user_id', 'is_primary'],
    set: { added_at: ctx.now },
    moved,
  })
  await copyRows(tx, 'course_pricings', { portal_id, columns: ['from', 'price_cents'], moved })
  await needs.copyContents(tx, ctx, { from, to })
  const isTeacher = ctx.viewer.current_role === 'instructor'
  if (isTeacher && !(await isInstructorOf(tx, portal_id, to.id, ctx.viewer.user_id)))
    await insertInstructor(tx, { portal_id, course_id: to.id }, ctx.viewer.user_id, false)
  await touchCourse(tx, ctx, to.id)
  await logActivity(tx, ctx, {
    action: 'course.copy',
    subject_type: 'course',
    subject_id: to.id,
    changes: { title: name, from: from.title },
  })
  // Last, so that nothing that may still fail leaves files behind.
  await updateCourseRow(tx, portal_id, to.id, await copyPictures(tx, ctx, needs, from))
  return (await loadCourse(tx, portal_id, { id: to.id })) as CourseRow
}
