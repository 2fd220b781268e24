import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { createRelease as Create } from '../../contract.ts'
import { mayMove, type ReleaseKind } from '../../rules/releases.ts'
import { KINDS } from '../kinds.ts'
import { publishAtTime } from '../publish-job.ts'
import {
  insertRelease,
  loadRelease,
  type ReleaseRow,
  removeItem,
  removeRelease,
  saveItem,
  saveRelease,
} from '../store.ts'

type Move = Parameters<typeof mayMove>[1]

const logged = (tx: Tx, ctx: SignedIn, action: string, { id, name }: { id: number; name: string }) =>
  logActivity(tx, ctx, {
    action: `release.${action}`,
    subject_type: 'release',
    subject_id: id,
    changes: { title: name },
  })

/** The release, locked, where that can be done to it; `not_found` in another portal, `invalid` in another state. */
export const requireRelease = async (tx: Tx, portalId: number, id: number, move: Move): Promise<ReleaseRow> => {
  const release = await loadRelease(tx, portalId, id, true)
  if (!release) throw fail('not_found')
  if (!mayMove(release.status as 'draft', move))
    throw fail('invalid', {
      field: 'status',
      message: 'This cannot be done to the release as it is now. Reload the page.',
    })
  return release
}

type Picked = { kind: ReleaseKind; record_id: number; value?: Record<string, unknown> | undefined }

const pick = async (tx: Tx, ctx: SignedIn, releaseId: number, { kind, record_id, value }: Picked) => {
  const { read, draft, check } = KINDS[kind]
  const portalId = ctx.portal.id
  const now = await read(tx, portalId, record_id)
  const picked = value ?? (now && (await draft(tx, portalId, record_id)))
  if (!now || !picked) throw fail('not_found')
  await saveItem(
    tx,
    { portal_id: portalId, release_id: releaseId },
    {
      kind,
      record_id,
      title: now.title,
      value: await check(tx, portalId, record_id, picked),
      base: now.live,
      picked_at: ctx.now,
      picked_by: ctx.viewer.user_id,
    },
  )
}

/** Makes a release; its parts are fixed as they are picked, whatever is saved later. */
export const createRelease = async (tx: Tx, ctx: SignedIn, body: Input<typeof Create>['body']): Promise<number> => {
  const id = await insertRelease(tx, {
    portal_id: ctx.portal.id,
    name: body.name,
    created_at: ctx.now,
    created_by: ctx.viewer.user_id,
  })
  for (const item of body.items) await pick(tx, ctx, id, item)
  await logged(tx, ctx, 'create', { id, name: body.name })
  if (body.publish_at) await scheduleRelease(tx, ctx, id, body.publish_at)
  return id
}

export const renameRelease = async (tx: Tx, ctx: SignedIn, id: number, name: string): Promise<void> => {
  const release = await loadRelease(tx, ctx.portal.id, id, true)
  if (!release) throw fail('not_found')
  await saveRelease(tx, ctx.portal.id, id, { name })
  await logged(tx, ctx, 'update', { id, name })
}

export const deleteRelease = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const release = await requireRelease(tx, ctx.portal.id, id, 'delete')
  await removeRelease(tx, ctx.portal.id, id)
  await logged(tx, ctx, 'delete', release)
}

/** Puts a change of one record into the release, or another in its place (PGB-054). */
export const pickItem = async (tx: Tx, ctx: SignedIn, id: number, item: Picked): Promise<void> => {
  const release = await requireRelease(tx, ctx.portal.id, id, 'edit')
  await pick(tx, ctx, id, item)
  await logged(tx, ctx, 'update', release)
}

export const dropItem = async (
  tx: Tx,
  ctx: SignedIn,
  { id, kind, recordId }: { id: number; kind: ReleaseKind; recordId: number },
): Promise<void> => {
  const release = await requireRelease(tx, ctx.portal.id, id, 'edit')
  await removeItem(tx, ctx.portal.id, id, kind, recordId)
  await logged(tx, ctx, 'update', release)
}

/** Says when the release goes live by itself; a job of that moment does it, and finds out whether the time still holds. */
export const scheduleRelease = async (tx: Tx, ctx: SignedIn, id: number, at: Date | null): Promise<void> => {
  const release = await requireRelease(tx, ctx.portal.id, id, 'schedule')
  if (at !== null && at <= ctx.now)
    throw fail('invalid', { field: 'publish_at', message: 'Choose a time in the future.' })
  if (at !== null && (await loadRelease(tx, ctx.portal.id, id))?.items_count === 0)
    throw fail('invalid', { field: 'items', message: 'Add something to this release first.' })
  const status = at === null ? (release.published_at ? 'rolled_back' : 'draft') : 'scheduled'
  await saveRelease(tx, ctx.portal.id, id, { status, publish_at: at, problem: null })
  if (at !== null)
    await enqueue(
      tx,
      publishAtTime,
      { portal_id: ctx.portal.id, release_id: id, publish_at: at.toISOString() },
      { start_after: at },
    )
  await logged(tx, ctx, 'schedule', release)
}
