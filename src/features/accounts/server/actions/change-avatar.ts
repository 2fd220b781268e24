import { removePublicFile, requireUpload, storePublicFile } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { reachFor, requireChangeable } from '../reach.ts'
import { findById, presentUser } from '../store.ts'

/**
 * Puts a picture in place of an avatar, or takes it away without an upload (USR-026): one's own, or that of somebody
 * whom one may change (USR-038). Its address changes with it, so
 * that browsers reload it (USR-005, USR-006).
 */
export const changeAvatar = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { id, uploads }: { id: number; uploads: readonly UploadedFile[] | null },
) => {
  if (id !== ctx.viewer.user_id) {
    const scope = reachFor(ctx, 'users.update')
    if (scope === 'none') throw fail('not_found')
    await requireChangeable(tx, { ...ctx, scope }, id)
  }
  const person = await findById(tx, ctx.portal.id, id)
  if (!person) throw fail('not_found')
  const file = uploads && (await requireUpload(uploads, 'avatar', { types: ['img'] }))
  const avatar = file && (await storePublicFile(tx, ctx, files, file, { is_personal: true }))
  await removePublicFile(tx, ctx, person.avatar)
  const changed = { avatar, avatar_changed_at: ctx.now }
  await tx
    .updateTable('portal_users')
    .set({ ...changed, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', id)
    .execute()
  await forgetViewer(tx, id)
  await dropPages(tx, `person:${id}`)
  await logActivity(tx, ctx, {
    action: avatar ? 'user.upload-avatar' : 'user.remove-avatar',
    subject_type: 'user',
    subject_id: id,
  })
  return presentUser({ ...person, ...changed }, id === ctx.viewer.user_id)
}
