import type { JobContext, JobHandler } from '#platform/jobs/jobs.ts'
import { handle } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { publishJob } from './job-names.ts'
import { giveUp, runJob, type Work } from './work.ts'

type Data = { portal_id: number; job_id: number }

/** The job that brings courses to other portals. */
export const jobs = (needs: Services): JobHandler[] => {
  const workOf = async ({ portal_id, job_id }: Data, { db, now, signal }: JobContext): Promise<Work | null> => {
    const portal = await needs.portalById(portal_id)
    const started = Date.now()
    return portal && { db, needs, portal, job_id, signal, now: () => new Date(now.getTime() + Date.now() - started) }
  }
  return [
    handle(
      publishJob,
      async (data, context) => {
        const work = await workOf(data, context)
        if (work) await runJob(work)
      },
      {
        giveUp: async (data, context) => {
          const work = await workOf(data, context)
          if (work) await giveUp(work)
        },
      },
    ),
  ]
}
