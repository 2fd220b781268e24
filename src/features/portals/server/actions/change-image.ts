import { removePublicFile, requireUpload, storePublicFile } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import type { Files } from '#platform/files.ts'
import type { UploadedFile } from '#platform/route.ts'
import { PORTAL_IMAGES, type PortalImage } from '../../rules/images.ts'
import { portalChanged } from '../changed.ts'
import { loadCompanyName, lockPortal, savePortal } from '../store.ts'
import { moveStatus } from './move-status.ts'

const save = async (tx: Tx, ctx: SignedIn, image: PortalImage, url: string | null) => {
  const portal = await lockPortal(tx, ctx.portal.id)
  if (!portal) throw fail('not_found')
  await savePortal(tx, portal.id, { [image]: url, updated_at: ctx.now })
  if (image === 'logo') {
    const company = await loadCompanyName(tx, portal.id)
    await moveStatus(tx, portal, { kind: 'saved', logo: url, company_name: company?.name ?? null })
  }
  const action = url === null ? 'portal.remove-image' : 'portal.upload-image'
  await logActivity(tx, ctx, { action, subject_type: 'portal', subject_id: portal.id, changes: { [image]: url } })
  await portalChanged(tx, portal.id)
}

/**
 * Stores a new image of the portal (PRT-061). The former one stays where it is: mails that have been sent show it. A file
 * of another kind, or whose content is not what its name says, answers `file_wrong_format` (UPL-016).
 */
export const uploadImage = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  image: PortalImage,
  uploads: readonly UploadedFile[],
): Promise<void> => {
  const file = await requireUpload(uploads, 'file', PORTAL_IMAGES[image])
  await save(tx, ctx, image, await storePublicFile(tx, ctx, files, file))
}

/** Takes an image of the portal away, and with it its file (PRT-062). */
export const removeImage = async (tx: Tx, ctx: SignedIn, files: Files, image: PortalImage): Promise<void> => {
  await removePublicFile(tx, ctx, files, ctx.portal.setting[image])
  await save(tx, ctx, image, null)
}
