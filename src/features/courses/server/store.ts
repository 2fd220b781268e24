import { type Selectable, sql } from 'kysely'
import { taughtCourses } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Courses } from '#platform/db/db-types.ts'

/** A course as stored. The stamp of its outline belongs to progress, and only searches use the folded title. */
export type CourseRow = Omit<Selectable<Courses>, 'outline_version' | 'folded_title'>
export type CourseKey = { id: number } | { slug: string }
export type Tier = { id: number; from: number; price_cents: number }

export const COURSE_COLUMNS = [
  'id',
  'portal_id',
  'slug',
  'title',
  'description',
  'publication_status',
  'is_sequential',
  'is_marketable',
  'thumbnail',
  'seo_image',
  'video',
  'duration_minutes',
  'min_credit_price_cents',
  'max_discount',
  'credit_price_cents',
  'is_certificate_required',
  'certificate_template_id',
  'author_name',
  'author_avatar',
  'partner_company_id',
  'button_name',
  'due_days',
  'due_at',
  'meta_title',
  'meta_description',
  'seo_keywords',
  'popularity',
  'rating_sum',
  'rating_count',
  'created_by',
  'published_at',
  'newest_version',
  'source_portal_id',
  'source_revoked_at',
  'created_at',
  'updated_at',
] as const

const oneCourse = (tx: Tx, portalId: number, key: CourseKey) => {
  const query = tx.selectFrom('courses').select(COURSE_COLUMNS).where('portal_id', '=', portalId)
  return 'id' in key ? query.where('id', '=', key.id) : query.where('slug', '=', key.slug)
}

/** The course in any publication status, or null. */
export const loadCourse = async (tx: Tx, portalId: number, key: CourseKey): Promise<CourseRow | null> =>
  (await oneCourse(tx, portalId, key).executeTakeFirst()) ?? null

/**
 * The course, locked until the transaction ends: changes to it and to its outline run one after the other. Enrollments,
 * which only refer to it, do not wait.
 */
export const lockCourse = async (tx: Tx, portalId: number, key: CourseKey): Promise<CourseRow | null> =>
  (await oneCourse(tx, portalId, key).forNoKeyUpdate().executeTakeFirst()) ?? null

/** The former slugs of a course, which still lead to it (ROU-004). */
export const loadFormerSlugs = async (tx: Tx, portalId: number, courseId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('course_slugs')
    .select('slug')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** The course that once had this slug, by its present slug, or null (ROU-004). */
export const loadMovedSlug = async (tx: Tx, portalId: number, slug: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('course_slugs')
    .innerJoin('courses', (join) =>
      join.onRef('courses.portal_id', '=', 'course_slugs.portal_id').onRef('courses.id', '=', 'course_slugs.course_id'),
    )
    .select('courses.slug')
    .where('course_slugs.portal_id', '=', portalId)
    .where('course_slugs.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug ?? null
}

/** The pricing tiers of each course by rising `from`; prices in cents. A course without tiers has an empty list. */
export const loadTiers = async (
  tx: Tx,
  portalId: number,
  courseIds: readonly number[],
): Promise<Map<number, Tier[]>> => {
  const tiers = new Map<number, Tier[]>(courseIds.map((id) => [id, []]))
  if (courseIds.length === 0) return tiers
  const rows = await tx
    .selectFrom('course_pricings')
    .select(['id', 'course_id', 'from', 'price_cents'])
    .where('portal_id', '=', portalId)
    .where('course_id', 'in', [...courseIds])
    .orderBy('course_id')
    .orderBy('from')
    .execute()
  for (const { course_id: courseId, ...tier } of rows) tiers.get(courseId)?.push(tier)
  return tiers
}

/** Adds to the number of learner enrollments that a course has had, its popularity (CAT-010). */
export const countEnrollments = async (tx: Tx, portalId: number, courseId: number, delta: number): Promise<void> => {
  await tx
    .updateTable('courses')
    .set((eb) => ({ popularity: eb('popularity', '+', delta) }))
    .where('portal_id', '=', portalId)
    .where('id', '=', courseId)
    .execute()
}

/** True when the person is an instructor of the course. */
export const isInstructorOf = async (tx: Tx, portalId: number, courseId: number, userId: number): Promise<boolean> => {
  const taught = taughtCourses({ portal_id: portalId, user_id: userId })
  const row = await tx
    .selectNoFrom(sql<boolean>`${courseId} in ${taught}`.as('is_instructor'))
    .executeTakeFirstOrThrow()
  return row.is_instructor
}

/** The partner company that belongs to a person, or null (PAR-007). */
export const loadCompanyOf = async (tx: Tx, portalId: number, userId: number): Promise<number | null> => {
  const row = await tx
    .selectFrom('partner_companies')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}
