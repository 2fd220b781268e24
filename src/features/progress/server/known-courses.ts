import type { KnownEnrollment } from '#features/enrollments/server/api.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { perDatabase, putNewest } from '#platform/live/process-memory.ts'
import type { TrackedCourse } from './store.ts'

const MOST_ENROLLMENTS = 2_000
const IDS_AT_ONCE = 128
/** A step writes an item and its module. */
const IDS_OF_A_STEP = 2

/** An enrolment and its course as this process has last written them. Whatever changes progress writes the enrolment as well. */
export type Known = KnownEnrollment & { course: TrackedCourse }

const FREE_IDS = statement<{ id: number }>(
  `select nextval('course_user_progress_id_seq') as id from generate_series(1, ${IDS_AT_ONCE})`,
)

/**
 * The courses of those who are learning just now, so that a step need not wait for what the step before has written. Nothing
 * here is trusted: whoever goes on from it has the database compare the stamps in the message that writes.
 */
const createKnownCourses = () => {
  const known = new Map<number, Known>()
  const enrollmentOf = new Map<number, number>()
  const freeIds: number[] = []
  const rowsOf = ({ course }: Known): number[] =>
    course.outline
      .flatMap((entry) => [entry, ...(entry.items ?? [])])
      .flatMap(({ progress_id: id }) => (id === null ? [] : [id]))
  const forget = (enrollmentId: number): void => {
    const former = known.get(enrollmentId)
    if (!former) return
    known.delete(enrollmentId)
    for (const id of rowsOf(former)) enrollmentOf.delete(id)
  }
  return {
    find: (portalId: number, by: 'enrollment' | 'progress', id: number): Known | undefined => {
      const found = known.get(by === 'enrollment' ? id : (enrollmentOf.get(id) ?? -1))
      return found?.row.portal_id === portalId ? found : undefined
    },
    keep: (next: Known): void => {
      forget(next.row.id)
      putNewest(known, [next.row.id, next], MOST_ENROLLMENTS, forget)
      for (const id of rowsOf(next)) enrollmentOf.set(id, next.row.id)
    },
    forget,
    /** Ids that the new rows of a step may take, so that it knows them before it writes; none when they have to be fetched first. */
    takeIds: (): number[] | null => (freeIds.length < IDS_OF_A_STEP ? null : freeIds.splice(0, IDS_OF_A_STEP)),
    fetchIds: async (tx: Tx): Promise<void> => {
      for (const { id } of await ask(tx, FREE_IDS, [])) freeIds.push(id)
    },
  }
}

/** What this process knows of the courses in a database. */
export const knownCourses = perDatabase(createKnownCourses)
