import { randomUUID } from 'node:crypto'
import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { requireUpload } from '#features/media/server/api.ts'
import { accessOf } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { forgetFiles } from '#platform/files/forgotten.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import type { FileAnswer, UploadedFile } from '#platform/http/route.ts'
import type { Place } from './response-store.ts'

/** Files of one response; more are put into one document. */
export const MOST_FILES = 10

const DRAFT_COLUMNS = ['uuid', 'client_id', 'name', 'mime_type', 'size'] as const

/** The file that a browser uploaded with this id before, whether or not it was submitted since. */
export const findUploaded = async (tx: Tx, at: Place, client_id: string) =>
  (await tx
    .selectFrom('assignment_files')
    .select(DRAFT_COLUMNS)
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()) ?? null

/** Stores a file for the response that is being written, checked by name, size and content (UPL-016). */
export const storeFile = async (
  tx: Tx,
  files: Files,
  at: Place,
  upload: UploadedFile,
  now: Date,
  client_id: string | null = null,
) => {
  const file = await requireUpload([upload], upload.field, {})
  await requireStorage(tx, at.portal_id, file.bytes.length, upload.field)
  const key = `assignments/${at.portal_id}/${randomUUID()}.${file.extension}`
  await files.put(key, file.bytes)
  try {
    return await tx
      .insertInto('assignment_files')
      .values({
        ...at,
        client_id,
        name: file.name.slice(0, 255),
        mime_type: file.mime_type,
        size: file.bytes.length,
        key,
        created_at: now,
      })
      .returning(DRAFT_COLUMNS)
      .executeTakeFirstOrThrow()
  } catch (error) {
    await files.delete(key)
    throw error
  }
}

/** Removes a file from the draft; a submitted one stays. */
export const dropFile = async (tx: Tx, at: Place, uuid: string): Promise<void> => {
  const row = await tx
    .deleteFrom('assignment_files')
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('assignment_id', '=', at.assignment_id)
    .where('uuid', '=', uuid)
    .where('response_id', 'is', null)
    .returning('key')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await forgetFiles(tx, { keys: [row.key] })
}

/** Graders of the learner can read what was submitted, the learner everything of their own (ASG-014, UPL-019). */
const requireReader = async (tx: Tx, ctx: SignedIn, file: { enrollment_id: number; response_id: number | null }) => {
  const enrollment = await loadEnrollment(tx, ctx, file.enrollment_id)
  if (enrollment?.user_id === ctx.viewer.user_id && enrollment.ended_at === null) return
  const scope = accessOf(ctx.viewer.current_role, 'grading.view', { toggles: ctx.viewer.toggles })
  if (scope === 'none' || file.response_id === null) throw fail('not_found')
  await requireLearnerWithinReach(tx, { ...ctx, scope }, enrollment)
}

/** The bytes of a file, always as a download and never as a page of ours. */
export const readFile = async (tx: Tx, ctx: SignedIn, files: Files, uuid: string): Promise<FileAnswer> => {
  const file = await tx
    .selectFrom('assignment_files')
    .select(['enrollment_id', 'response_id', 'name', 'mime_type', 'size', 'key'])
    .where('portal_id', '=', ctx.portal.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (!file) throw fail('not_found')
  await requireReader(tx, ctx, file)
  if (!(await files.stat(file.key))) throw fail('not_found')
  const { name, mime_type, size, key } = file
  return { name, mime_type, size: Number(size), content: await files.get(key), is_attachment: true }
}
