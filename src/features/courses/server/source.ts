import type { Tx } from '#platform/db/db.ts'
import type { CourseRow } from './store.ts'

/** The name of the portal that shares a course, or null for a course of the portal's own. Names of portals are public. */
export const loadSourceName = async (
  tx: Tx,
  { source_portal_id: id }: Pick<CourseRow, 'source_portal_id'>,
): Promise<string | null> => {
  if (id === null) return null
  const row = await tx.selectFrom('portals').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

/** The portal that shares a course, or null; the offers of received courses stand above this slice: asked in SQL. */
export const loadSource = async (tx: Tx, course: CourseRow) => {
  const name = await loadSourceName(tx, course)
  if (name === null) return null
  const update = await tx
    .selectFrom('received_courses')
    .select('course_id')
    .where('portal_id', '=', course.portal_id)
    .where('course_id', '=', course.id)
    .whereRef('offered', '>', 'taken')
    .whereRef('offered', '>', 'declined')
    .executeTakeFirst()
  const { source_revoked_at: revoked_at } = course
  return { name, revoked_at, has_update: revoked_at === null && update !== undefined }
}
