import { handle, type JobContext, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { forgetJob, runJob, undoJob } from './job-names.ts'
import { forgetExpired } from './store.ts'
import { giveUp as giveUpStep, runRows, undoRows } from './work.ts'

type Data = { portal_id: number; change_id: number }

/** The jobs of bulk changes; each goes on from what it finds done. */
export const jobs = (services: Services): JobHandler[] => {
  const workOf = async ({ portal_id: portalId, change_id: id }: Data, { db, now, signal }: JobContext) => {
    const portal = await services.portalById(portalId)
    // A long run writes the times at which its rows were done.
    const started = Date.now()
    return portal && { db, services, portal, id, signal, now: () => new Date(now.getTime() + Date.now() - started) }
  }
  const giveUp = async (data: Data, context: JobContext) => {
    const work = await workOf(data, context)
    if (work) await giveUpStep(work, context.failure)
  }
  return [
    handle(
      runJob,
      async (data, context) => {
        const work = await workOf(data, context)
        if (work) await runRows(work)
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
        await db.withPlatform((tx) => forgetExpired(tx, now))
      },
      { cron: '47 * * * *' },
    ),
  ]
}
