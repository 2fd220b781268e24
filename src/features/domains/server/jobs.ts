import { enqueue, handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { checkDue, checkOne, runCheck } from './check.ts'
import { dueChecks } from './store.ts'

const MOST_AT_ONCE = 200

/** The jobs of custom domains and e-mails (PRT-093). */
export const jobs = (services: Services): JobHandler[] => [
  handle(checkOne, (subject, { db, now }) => runCheck(db, services, subject, now)),
  handle(
    checkDue,
    async (_, { db, now }) => {
      await db.withPlatform(async (tx) => {
        for (const subject of await dueChecks(tx, now, MOST_AT_ONCE))
          await enqueue(tx, checkOne, subject, { singleton_key: `${subject.kind}:${subject.id}` })
      })
    },
    { cron: '* * * * *' },
  ),
]
