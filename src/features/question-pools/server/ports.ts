import type { Tx } from '#platform/db/db.ts'

/** What pools need of slices that stand above them; the composition hands it in, so that no import runs upward. */
export type QuestionPoolPorts = {
  /** True when the pool is attached to an exam in which learners have attempts (QPL-007). */
  hasAttempts: (tx: Tx, portalId: number, poolId: number) => Promise<boolean>
}
