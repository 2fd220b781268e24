import { removePublicFile, type SentPicture, storePicture } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { PORTAL_IMAGES, type PortalImage } from '../../rules/images.ts'
import { portalChanged } from '../changed.ts'
import { loadCompanyName, lockPortal, savePortal } from '../store.ts'
import { moveStatus, requireOpen } from './move-status.ts'

const save = async (
  tx: Tx,
  ctx: SignedIn,
  image: PortalImage,
  url: string | null,
  whenAllowed: () => Promise<unknown> = async () => {},
) => {
  const portal = await lockPortal(tx, ctx.portal.id)
  if (!portal) throw fail('not_found')
  const company = await loadCompanyName(tx, portal.id)
  const before = { logo: portal.logo, company_name: company?.name ?? null }
  const after = { ...before, [image]: url }
  requireOpen(portal, before, after)
  await whenAllowed()
  await savePortal(tx, portal.id, { [image]: url, updated_at: ctx.now })
  if (image === 'logo') await moveStatus(tx, portal, { kind: 'saved', ...after })
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
  sent: SentPicture,
): Promise<void> => {
  await save(tx, ctx, image, await storePicture(tx, ctx, files, sent, PORTAL_IMAGES[image]))
}

/** Takes an image of the portal away, and with it its file (PRT-062); an open portal keeps its logo (PRT-076). */
export const removeImage = async (tx: Tx, ctx: SignedIn, image: PortalImage): Promise<void> => {
  await save(tx, ctx, image, null, () => removePublicFile(tx, ctx, ctx.portal.setting[image]))
}
