import { type CopiedIds, copyRows } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'

/** Copies assignments into another course with the files of the library that they name. */
export const copyAssignments = async (
  tx: Tx,
  { portal_id, to, ids }: { portal_id: number; to: number; ids: readonly number[] },
): Promise<CopiedIds> => {
  const assignments = await copyRows(tx, 'assignments', {
    portal_id,
    ids,
    columns: ['title', 'attempts', 'score', 'reqs', 'restrict_user_to_upload', 'allow_text_response', 'media_id'],
    set: { course_id: to },
  })
  await copyRows(tx, 'assignment_materials', {
    portal_id,
    columns: ['media_id'],
    moved: { assignment_id: assignments },
  })
  return assignments
}
