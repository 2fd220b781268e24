import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { dbOf, together } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { type Route, route } from '#platform/http/route.ts'
import { retryFailed } from '#platform/jobs/jobs.ts'
import { versionOf } from '#platform/process/version.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { problemsOf } from '../rules/problems.ts'
import { readFailedJobs } from './backlog.ts'
import { readActivity, readReplicas, readSlowest } from './database-store.ts'
import { factsOf, isAlive, readAll, storageOf } from './look.ts'

const FAILED_SHOWN = 50

/** A switched permission gives nobody a look beyond their portal. */
const requireOperator = ({ viewer }: SignedIn): void => {
  if (!isInGroup(viewer.current_role, 'super_admins')) throw fail('not_enough_permissions')
}

export const routes = ({ config }: Pick<Services, 'config'>): Route[] => {
  return [
    route(contract.showSystemHealth, async ({ tx, ctx }) => {
      requireOperator(ctx)
      const [activity, replicas, slowest] = await together([readActivity(tx), readReplicas(tx), readSlowest(tx)])
      const { all, failed, storage } = await overAllPortals(tx, async () => ({
        all: await readAll(tx),
        failed: await readFailedJobs(tx, FAILED_SHOWN),
        storage: await storageOf(dbOf(tx), tx),
      }))
      const [now, processes, queues, mails, callbacks, domains, backups, , texts] = all
      const errorOf = (queue: string) => failed.find((job) => job.queue === queue)?.error ?? null
      return {
        data: {
          version: versionOf(config.root),
          problems: problemsOf(factsOf(all, activity), now),
          processes: processes.map((one) => ({ ...one, is_alive: isAlive(one.seen_at, now) })),
          queues: queues.map((one) => ({ ...one, last_error: one.failed > 0 ? errorOf(one.queue) : null })),
          failed_jobs: failed,
          mails,
          callbacks,
          domains,
          storage,
          texts,
          backups,
          database: { ...activity, replicas, slowest },
        },
      }
    }),

    route(contract.retryJobs, async ({ tx, ctx, body: { queue, id } }) => {
      requireOperator(ctx)
      const count = await retryFailed(tx, queue, id ?? null)
      if (count === 0) throw fail('job_not_failed')
      await logActivity(tx, ctx, { action: 'job.retry', changes: { queue, count } })
      return { data: { count } }
    }),
  ]
}
