import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { makeExport } from '../job-names.ts'
import type { ExportRequest } from '../kinds.ts'
import { type ExportRow, findWaiting, insertExport } from '../store.ts'

/** A file is kept for so long after it was made, and asked for (API-019). */
export const KEPT_MS = 7 * 86_400_000

type Wish = { kind: string; title: string; rows: number; request: ExportRequest }

/** Has a file made in the background; who waits for the same one already waits on for that (API-019). */
export const startExport = async (tx: Tx, ctx: SignedIn, { kind, title, rows, request }: Wish): Promise<ExportRow> => {
  const waiting = await findWaiting(tx, kind, request)
  if (waiting) return waiting
  const times = { created_at: ctx.now, expires_at: new Date(ctx.now.getTime() + KEPT_MS) }
  const created = await insertExport(tx, { kind, title, rows, request, ...times })
  await enqueue(tx, makeExport, { portal_id: ctx.portal.id, export_id: created.id })
  const changes = { kind, rows, query: request.query }
  await logActivity(tx, ctx, { action: 'export.start', subject_type: 'export', subject_id: created.id, changes })
  return created
}
