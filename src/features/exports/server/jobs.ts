import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { KEPT_MS } from './actions/start-export.ts'
import { contentLater, fileNameFor } from './content.ts'
import { forgetExports, makeExport } from './job-names.ts'
import { findExport, giveUpOld, requestOf, saveDone, saveFinished, takeExpired } from './store.ts'

/** After so long nobody is kept waiting any more. */
const GIVEN_UP_MS = 86_400_000

/** How far an export is, is written down no more often than this. */
const NOTED_MS = 2000

const noteProgress = (save: (done: number) => Promise<void>) => {
  let last = 0
  return async (done: number) => {
    if (Date.now() - last < NOTED_MS) return
    last = Date.now()
    await save(done)
  }
}

/**
 * The jobs of exports. The file is complete before the record says so, and the person is notified with the record: a run that
 * was cut off leaves an export that is waited for, which the next run makes from the beginning.
 */
export const jobs = ({ files, exportKinds: kinds, portalById, tellExportReady }: Services): JobHandler[] => [
  handle(makeExport, async ({ portal_id: portalId, export_id: id }, { db, now }) => {
    const row = await db.withPortal(portalId, (tx) => findExport(tx, portalId, id), 'read only')
    const kind = kinds.find(({ name }) => name === row?.kind)
    const portal = await portalById(portalId)
    if (!kind || !portal || row?.status !== 'waiting') return
    const key = `exports/${portalId}/${id}.${kind.format}`
    const tell = noteProgress((done) => db.withPortal(portalId, (tx) => saveDone(tx, portalId, id, done)))
    const { stream, rows } = await contentLater(kind, requestOf(row), { db, files, tell })
    await files.put(key, stream)
    const stored = await files.stat(key)
    await db.withPortal(portalId, async (tx) => {
      const isNew = await saveFinished(tx, portalId, id, {
        file_key: key,
        file_name: fileNameFor(kind, row.created_at, portal.setting.time_zone),
        file_size: stored?.size ?? 0,
        rows: rows() ?? row.rows,
        ready_at: now,
        expires_at: new Date(now.getTime() + KEPT_MS),
      })
      if (!isNew) return
      const link = `/api/v1/exports/${id}/download`
      await tellExportReady(tx, { portal, now }, { user_id: row.user_id, title: row.title, link, key: `export:${id}` })
    })
  }),
  handle(
    forgetExports,
    async (_data, { db, now }) => {
      const keys = await db.withPlatform(async (tx) => {
        await giveUpOld(tx, new Date(now.getTime() - GIVEN_UP_MS))
        return takeExpired(tx, now)
      })
      for (const key of keys) await files.delete(key)
    },
    { cron: '23 * * * *' },
  ),
]
