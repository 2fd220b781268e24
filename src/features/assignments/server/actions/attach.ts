import { reachAndLockContent, touchCourse } from '#features/courses/server/api.ts'
import { addMaterial } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'

/** The course of an assignment that the viewer may change, locked; `not_found` out of reach (ROL-027). */
const reachTask = async (tx: Tx, ctx: SignedIn, assignmentId: number) => {
  const row = await tx
    .selectFrom('assignments')
    .select('course_id')
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return reachAndLockContent(tx, ctx, { id: row.course_id })
}

/** Brings a file into the library and adds it to the assignment (ASG-021). */
export const attach = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  draft: { assignment_id: number; uploads: readonly UploadedFile[] },
) => {
  const course = await reachTask(tx, ctx, draft.assignment_id)
  const { id: media_id, uuid, name, type, mime_type, size } = await addMaterial(tx, ctx, files, draft.uploads)
  const { id } = await tx
    .insertInto('assignment_materials')
    .values({ portal_id: ctx.portal.id, assignment_id: draft.assignment_id, media_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchCourse(tx, ctx, course.id)
  return { id, file: { uuid, name, type, mime_type, size: Number(size) } }
}

/** Takes a further file out of the assignment; it stays in the library. */
export const detach = async (tx: Tx, ctx: SignedIn, file: { assignment_id: number; id: number }): Promise<void> => {
  const course = await reachTask(tx, ctx, file.assignment_id)
  const row = await tx
    .deleteFrom('assignment_materials')
    .where('portal_id', '=', ctx.portal.id)
    .where('assignment_id', '=', file.assignment_id)
    .where('id', '=', file.id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await touchCourse(tx, ctx, course.id)
}
