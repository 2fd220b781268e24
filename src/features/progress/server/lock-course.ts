import { LRUCache } from 'lru-cache'
import {
  ENROLLMENT_PROOF,
  type Enrollment,
  type EnrollmentRow,
  lockingEnrollment,
  type StampedEnrollment,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { ask, dbOf, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import { perDatabase } from '#platform/db/process-memory.ts'
import { ENROLLMENT_OF_PROGRESS, loadTrackedCourse, type TrackedCourse } from './store.ts'

/** An enrollment and its course, read after the enrollment was locked. */
export type LockedCourse = {
  enrollment: Enrollment
  course: TrackedCourse
  /** Ids for new rows of course_user_progress, so that a step knows them before it writes. */
  free_ids: readonly number[]
  /** The enrollment and its course after a step, or null if only the database knows them (see `optimistic`). */
  remember: (next: { row: Partial<EnrollmentRow>; course: TrackedCourse } | null) => void
}

type CachedCourse = { row: StampedEnrollment; course: TrackedCourse; free_ids: readonly number[] }

/** A step writes an item and its module. */
const IDS_PER_STEP = 2
const FREE_IDS = statement<{ id: number }>(
  "select nextval('course_user_progress_id_seq') as id from generate_series(1, 32)",
)

const keyOf = (portalId: number, enrollmentId: number | undefined) => `${portalId}:${enrollmentId}`

// Every step writes the enrollment, so its stamp covers the progress of all items.
const courses = optimistic<CachedCourse>({
  keyOf: ({ row }) => keyOf(row.portal_id, row.id),
  proof: ENROLLMENT_PROOF,
  proofValues: ({ row }, stamp) => [row.portal_id, row.id, stamp, row.course_stamp],
  maxSize: 2_000,
})

/** The enrollment of each progress row, which never changes. */
const enrollmentsByProgress = perDatabase(() => new LRUCache<number, number>({ max: 100_000 }))

const LOCK = { enrollment: lockingEnrollment('$2'), progress: lockingEnrollment(ENROLLMENT_OF_PROGRESS) }

const progressIds = ({ outline }: TrackedCourse): number[] =>
  outline
    .flatMap((entry) => [entry, ...(entry.items ?? [])])
    .flatMap(({ progress_id: id }) => (id === null ? [] : [id]))

type Target = {
  by: 'enrollment' | 'progress'
  id: number
  now: Date
  /** Whether the work of the transaction may run twice, so that it can decide from what this process knows. */
  mayRepeat?: boolean
}

/**
 * Locks an enrollment until the transaction ends, and reads it with its course (see `optimistic`). The enrollment is named by
 * its id or by the id of one of its progress rows.
 */
export const lockCourse = async (
  tx: Tx,
  portalId: number,
  { by, id, now, mayRepeat = false }: Target,
): Promise<LockedCourse | null> => {
  const enrollments = enrollmentsByProgress(dbOf(tx))
  const locked = await courses.hold(tx, {
    key: keyOf(portalId, by === 'enrollment' ? id : enrollments.get(id)),
    accepts: (known) => mayRepeat && known.free_ids.length >= IDS_PER_STEP,
    read: async () => {
      const [[row], course, ids] = await Promise.all([
        ask(tx, LOCK[by], [portalId, id]),
        loadTrackedCourse(tx, portalId, id, by),
        ask(tx, FREE_IDS, []),
      ])
      if (!row || !course) return null
      for (const progressId of progressIds(course)) enrollments.set(progressId, row.id)
      return { row, course, free_ids: ids.map((free) => free.id) }
    },
  })
  if (!locked) return null
  const { row, course, free_ids } = locked.value
  return {
    enrollment: withAccess(row, now),
    course,
    free_ids,
    remember: (next) => {
      if (!next) return locked.remember(null)
      const used = new Set(progressIds(next.course))
      for (const free of free_ids) if (used.has(free)) enrollments.set(free, row.id)
      const unused = free_ids.filter((free) => !used.has(free))
      locked.remember({ row: { ...row, ...next.row }, course: next.course, free_ids: unused })
    },
  }
}
