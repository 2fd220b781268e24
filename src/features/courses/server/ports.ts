import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

/** What courses need of slices that stand above them; the composition hands it in, so that no import runs upward. */
export type CoursePorts = {
  /** Exams and knowledge checks that could not be started for want of questions (EXM-029). */
  findIncompleteExams: (tx: Tx, portalId: number, courseId: number) => Promise<{ title: string }[]>
  /** Credits that the portal, or a manager, still has for each course. */
  availableCredits: (tx: Tx, ctx: SignedIn, courseIds: number[]) => Promise<ReadonlyMap<number, number>>
}
