import { removePublicFile, type SentPicture, storePicture } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { SEO_EXTENSIONS, type UploadRule } from '#kernel/uploads/uploads.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { reachAndLockContent } from '../access.ts'
import { updateCourseRow } from '../authoring-store.ts'
import { type CourseRow, loadCourse } from '../store.ts'
import { touchCourse } from '../touch.ts'

/** The pictures of a course by column, with what may be uploaded for them (UPL-013, UPL-014). */
export const PICTURES = {
  thumbnail: { types: ['img'] },
  seo_image: { extensions: SEO_EXTENSIONS },
  author_avatar: { types: ['img'] },
} as const satisfies Record<string, UploadRule>
export type Picture = keyof typeof PICTURES

/**
 * Puts a picture in place of the present one, or takes it away when none was sent (BLD-035). The file is checked by
 * its content; the one it replaces is removed once the transaction commits.
 */
export const changePicture = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { slug, picture, sent }: { slug: string; picture: Picture; sent: SentPicture | null },
): Promise<CourseRow> => {
  const course = await reachAndLockContent(tx, ctx, { slug })
  const url = sent && (await storePicture(tx, ctx, files, sent, PICTURES[picture], picture))
  await removePublicFile(tx, ctx, course[picture])
  await updateCourseRow(tx, ctx.portal.id, course.id, { [picture]: url })
  await touchCourse(tx, ctx, course.id)
  await logActivity(tx, ctx, {
    action: url ? 'course.upload-picture' : 'course.remove-picture',
    subject_type: 'course',
    subject_id: course.id,
    changes: { picture },
  })
  return (await loadCourse(tx, ctx.portal.id, { id: course.id })) ?? course
}
