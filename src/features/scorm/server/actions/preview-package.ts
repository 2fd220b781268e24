import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { itemToStart, outlineOf } from '../../rules/outline.ts'
import { NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { embedderOf, launchAddress } from '../launch.ts'
import { findPackage } from '../packages/packages-store.ts'
import { openOutline, requirePlayable } from '../packages/playable.ts'
import { reachOf } from '../reach.ts'

/** Starts a package for a person who edits courses; nothing is saved (SCO-016). */
export const previewPackage = async (
  config: Pick<Config, 'secret' | 'CONTENT_ORIGIN'>,
  tx: Tx,
  ctx: SignedIn,
  http: HttpAccess,
  id: number,
) => {
  const scormPackage = await findPackage(tx, reachOf(ctx), id)
  if (!scormPackage) throw fail('not_found')
  const played = requirePlayable(scormPackage)
  const { items } = played.outline
  const entry = itemToStart(items, NEW_ATTEMPT)
  if (!entry) throw fail('invalid', { message: 'The package has no file to start with.' })
  const claims = {
    portal_id: ctx.portal.id,
    mode: 'preview',
    subject: ctx.viewer.user_id,
    launch: 0,
    package: played.uuid,
    entry: entry.identifier,
    embedder: embedderOf(ctx, http),
  } as const
  return {
    data: {
      title: scormPackage.title ?? scormPackage.file_name,
      version: played.version,
      student_id: String(ctx.viewer.user_id),
      ...launchAddress(config, claims, ctx.now),
      is_kept: false,
      attempt_id: null,
      launch: 0,
      outline: openOutline(outlineOf(items, NEW_ATTEMPT)),
    },
  }
}
