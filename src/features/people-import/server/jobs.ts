import { buffer } from 'node:stream/consumers'
import { handle, type JobContext, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { checkSheet } from './check.ts'
import { checkJob, forgetJob, runJob, undoJob } from './job-names.ts'
import { findImport, takeExpired } from './store.ts'
import { forgetSheet, giveUp as giveUpStep, runRows, undoRows } from './work.ts'

type Data = { portal_id: number; import_id: number }

/** The jobs of imports; each goes on from what it finds done. */
export const jobs = ({ files, portalById }: Services): JobHandler[] => {
  const workOf = async ({ portal_id: portalId, import_id: id }: Data, { db, now, signal }: JobContext) => {
    const portal = await portalById(portalId)
    // A long run writes the times at which its rows were done.
    const started = Date.now()
    return portal && { db, portal, id, signal, now: () => new Date(now.getTime() + Date.now() - started) }
  }
  const giveUp = async (data: Data, context: JobContext) => {
    const work = await workOf(data, context)
    if (!work) return
    await giveUpStep(work, context.failure)
    await forgetSheet(work, files)
  }
  return [
    handle(
      checkJob,
      async (data, context) => {
        const work = await workOf(data, context)
        if (!work) return
        const { db, portal, id, signal } = work
        const record = await db.withPortal(portal.id, (tx) => findImport(tx, portal.id, id), 'read only')
        if (record?.status !== 'checking' || !record.file_key) return
        const bytes = await buffer(await files.get(record.file_key))
        await checkSheet({ db, portal, record, bytes, now: work.now(), signal })
      },
      { giveUp },
    ),
    handle(
      runJob,
      async (data, context) => {
        const work = await workOf(data, context)
        if (!work) return
        await runRows(work)
        await forgetSheet(work, files)
      },
      { giveUp },
    ),
    handle(
      undoJob,
      async (data, context) => {
        const work = await workOf(data, context)
        if (work) await undoRows(work)
      },
      { giveUp },
    ),
    handle(
      forgetJob,
      async (_data, { db, now }) => {
        for (const key of await db.withPlatform((tx) => takeExpired(tx, now))) await files.delete(key)
      },
      { cron: '41 * * * *' },
    ),
  ]
}
