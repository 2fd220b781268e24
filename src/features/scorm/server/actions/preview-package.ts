import { accessEpochOf } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { itemToStart, outlineOf } from '../../rules/outline.ts'
import { NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { loadPlayedModule, type PlayedPackage } from '../attempts-store.ts'
import { embedderOf, launchAddress } from '../launch.ts'
import { findPackage } from '../packages/packages-store.ts'
import { openOutline, requirePlayable } from '../packages/playable.ts'
import { reachOf } from '../reach.ts'

type Settings = Pick<Config, 'secret' | 'CONTENT_ORIGIN'>

/** What the player needs to show a package of which nothing is saved. */
const launchPreview = async (
  config: Settings,
  tx: Tx,
  ctx: SignedIn,
  http: HttpAccess,
  scormPackage: PlayedPackage | null,
) => {
  const played = requirePlayable(scormPackage)
  const { items } = played.outline
  const entry = itemToStart(items, NEW_ATTEMPT)
  if (!entry) throw fail('invalid', { message: 'The package has no file to start with.' })
  const claims = {
    portal_id: ctx.portal.id,
    mode: 'preview',
    subject: ctx.viewer.user_id,
    user_id: ctx.viewer.user_id,
    epoch: await accessEpochOf(tx, ctx.portal.id, ctx.viewer.user_id),
    launch: 0,
    package: played.uuid,
    entry: entry.identifier,
    embedder: embedderOf(ctx, http),
  } as const
  return {
    version: played.version,
    student_id: String(ctx.viewer.user_id),
    ...launchAddress(config, claims, ctx.now),
    is_kept: false,
    attempt_id: null,
    launch: 0,
    outline: openOutline(outlineOf(items, NEW_ATTEMPT)),
    scorm_id: played.id,
    entry: played.entry,
  }
}

/** Starts a package for a person who edits courses; nothing is saved (SCO-016). */
export const previewPackage = async (config: Settings, tx: Tx, ctx: SignedIn, http: HttpAccess, id: number) => {
  const scormPackage = await findPackage(tx, reachOf(ctx), id)
  if (!scormPackage) throw fail('not_found')
  const title = scormPackage.title ?? scormPackage.file_name
  return { data: { title, ...(await launchPreview(config, tx, ctx, http, scormPackage)) } }
}

/** Starts a module of a course for its author as a learner starts it; nothing is saved (BLD-068). */
export const previewModule = async (
  config: Settings,
  tx: Tx,
  ctx: SignedIn,
  http: HttpAccess,
  at: { course_id: number; module_id: number },
) => {
  const module = await loadPlayedModule(tx, ctx.portal.id, at)
  if (module?.course_id !== at.course_id) throw fail('not_found')
  const { id, title, slug } = module
  return { id, title, slug, error: null, ...(await launchPreview(config, tx, ctx, http, module.package)) }
}
