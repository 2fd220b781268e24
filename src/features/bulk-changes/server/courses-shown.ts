import type { Tx } from '#platform/db/db.ts'

export type CourseShown = { id: number; title: string; slug: string }

/** The courses of these rows, by id. */
export const coursesOf = async (
  tx: Tx,
  portalId: number,
  rows: readonly { course_id: number }[],
): Promise<Map<number, CourseShown>> => {
  const ids = [...new Set(rows.map(({ course_id: id }) => id))]
  if (ids.length === 0) return new Map()
  const courses = await tx
    .selectFrom('courses')
    .select(['id', 'title', 'slug'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', ids)
    .execute()
  return new Map(courses.map((course) => [course.id, course]))
}
