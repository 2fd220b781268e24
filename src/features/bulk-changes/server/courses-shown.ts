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

export type ResponseShown = { id: number; assignment_id: number; title: string; number: number }

/** The responses that these rows grade, each with its assignment and the attempt, by id. */
export const responsesOf = async (
  tx: Tx,
  portalId: number,
  rows: readonly { response_id: number | null }[],
): Promise<Map<number, ResponseShown>> => {
  const ids = rows.flatMap(({ response_id: id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const responses = await tx
    .selectFrom('assignment_responses as r')
    .innerJoin('assignments as a', (join) =>
      join.onRef('a.portal_id', '=', 'r.portal_id').onRef('a.id', '=', 'r.assignment_id'),
    )
    .select(['r.id', 'r.assignment_id', 'a.title', 'r.number'])
    .where('r.portal_id', '=', portalId)
    .where('r.id', 'in', ids)
    .execute()
  return new Map(responses.map((response) => [response.id, response]))
}
