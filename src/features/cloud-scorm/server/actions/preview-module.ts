import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { cloudScorm } from '#platform/packages/cloud-scorm.ts'
import { loadCloudModule } from '../registrations-store.ts'
import { type CloudNeeds, targetOf } from '../service.ts'
import { readable } from './start-module.ts'

/**
 * Opens a cloud module for its author without registering anybody at the service (BLD-068). No transaction is open while
 * the service is asked.
 */
export const previewCloudModule = async (
  needs: CloudNeeds,
  db: Db,
  ctx: SignedIn,
  at: { course_id: number; module_id: number; redirect_path: string },
) => {
  const { module, target } = await db.withPortal(ctx.portal.id, async (tx) => ({
    module: await loadCloudModule(tx, ctx.portal.id, at),
    target: await targetOf(needs, tx, ctx.portal.id),
  }))
  if (module?.course_id !== at.course_id) throw fail('not_found')
  if (!target) throw fail('cloud_scorm_key_missing')
  const { id, title, slug, scorm_id: scormId } = module
  if (scormId === null) throw fail('invalid', { message: 'This module has no package yet.' })
  try {
    const link = await cloudScorm(target).previewLink(scormId, `${ctx.host_portal.origin}${at.redirect_path}`)
    return { id, title, slug, scorm_id: scormId, scorm_link: link, course_user_progress: null, is_kept: false }
  } catch (error) {
    throw readable(error)
  }
}
