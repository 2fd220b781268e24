import { readPortal } from '#features/portals/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Config } from '#platform/process/config.ts'
import type { Services } from '#platform/services.ts'
import { publishRelease } from './actions/publish-release.ts'
import { publishAtTime } from './publish-job.ts'
import { loadRelease, saveRelease } from './store.ts'

type Due = { portal_id: number; release_id: number; publish_at: string }

const isDue = async (tx: Tx, { portal_id, release_id, publish_at }: Due) => {
  const release = await loadRelease(tx, portal_id, release_id, true)
  return release?.status === 'scheduled' && release.publish_at?.toISOString() === publish_at
}

const publishDue = (db: Db, config: Config, due: Due, now: Date) =>
  db.withPortal(due.portal_id, async (tx) => {
    const portal = await readPortal(tx, due.portal_id, config)
    if (!portal || !(await isDue(tx, due))) return
    const ctx: Context = { portal, host_portal: portal, viewer: null, scope: 'any', now, request: NO_REQUEST }
    await publishRelease(tx, ctx, due.release_id, { isOver: false })
  })

/** Tells the editors why the time passed without their release, which waits for them as a draft. */
const noteProblem = (db: Db, due: Due, problem: string) =>
  db.withPortal(due.portal_id, async (tx) => {
    if (await isDue(tx, due))
      await saveRelease(tx, due.portal_id, due.release_id, { status: 'draft', publish_at: null, problem })
  })

/** The jobs of releases. */
export const jobs = ({ config }: Services): JobHandler[] => [
  handle(
    publishAtTime,
    async (due, { db, now }) => {
      try {
        await publishDue(db, config, due, now)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await noteProblem(db, due, error.message)
      }
    },
    {
      giveUp: (due, { db }) =>
        noteProblem(db, due, 'Something failed on our side. Publish it yourself, or choose another time.'),
    },
  ),
]
