import { PROGRESS } from '#kernel/product/statuses.ts'

/** The signed-in learner's place in a course, with the status of their progress (LRN-007); a bundle has none. */
type Place = { learner?: object | null; status?: number | null }
type Entry = {
  line: { kind: 'course' | 'bundle'; quantity: number }
  record: Place & { id: number }
}

/** Status numbers of a course that its learner has ended: finished, and passed. */
const ENDED: readonly (number | null | undefined)[] = [PROGRESS.success, PROGRESS.finished]

/** Whether the learner has ended the course, so that another seat means taking it again (USR-022). */
export const isEnded = ({ learner, status }: Place): boolean => Boolean(learner) && ENDED.includes(status)

/**
 * The type of an order for these entries: one seat of a course that its buyer has finished or left is a re-enrollment
 * (ORD-005).
 */
export const orderKind = <Kind extends 'course' | 'bundle'>(
  kind: Kind,
  entries: readonly Entry[],
): Kind | 'learner-reenroll' => {
  const [only] = entries
  const isAgain =
    entries.length === 1 && only?.line.kind === 'course' && only.line.quantity === 1 && isEnded(only.record)
  return isAgain ? 'learner-reenroll' : kind
}
