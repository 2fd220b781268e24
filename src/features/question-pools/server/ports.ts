import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** True when the pool is attached to an exam in which learners have attempts (QPL-007). */
    poolHasAttempts: (tx: Tx, portalId: number, poolId: number) => Promise<boolean>
  }
}

/** What pools need of exams, which stand above them. */
export type QuestionPoolPorts = Pick<Services, 'poolHasAttempts'>
