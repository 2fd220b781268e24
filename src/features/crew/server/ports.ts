import type { Context, SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

/** What rules ask of hands-on training, and what follows from it. */
export type HandsOnRules = {
  /** The tasks that rules ask in courses today, by course. */
  tasksOf: (
    tx: Tx,
    ctx: Pick<Context, 'portal' | 'now'>,
    courseIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly string[]>>
  /** Called in the transaction that recorded sign-offs, with the enrollments that they are for. */
  onSignedOff: (tx: Tx, ctx: SignedIn, enrollmentIds: readonly number[]) => Promise<void>
}

declare module '#platform/services.ts' {
  interface Services {
    /** What crew sessions need of rules and progress, which stand above them. */
    handsOnRules: HandsOnRules
  }
}
