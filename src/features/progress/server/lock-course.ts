import {
  ENROLLMENT_COLUMNS,
  type Enrollment,
  type EnrollmentRow,
  lockKnown,
  TRANSACTION,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { afterCommit, ask, dbOf, mayAssume, statement, type Tx } from '#platform/db/db.ts'
import type { Status } from '../rules/status.ts'
import { type Known, knownCourses } from './known-courses.ts'
import { keptOutlines } from './outline-memory.ts'
import { type Outline, PACKED_OUTLINE, PACKED_PROGRESS, unpackOutline, withProgress } from './packed-course.ts'
import type { TrackedCourse } from './store.ts'

/** An enrolment and its course as they stand behind the enrolment's lock. */
export type LockedCourse = {
  enrollment: Enrollment
  course: TrackedCourse
  /** Ids that new rows of course_user_progress may take, so that a step knows them before it writes. */
  free_ids: number[]
  /**
   * Tells this process, once the transaction is committed, what it has made of the enrolment and its course, so that the
   * next step can go on from there; nothing given means that it knows nothing more.
   */
  remember: (next: { row: Partial<EnrollmentRow>; course: TrackedCourse } | null) => void
}

type LockedRow = EnrollmentRow & {
  stamp: string
  course_stamp: string
  transaction: string
  slug: string
  is_sequential: boolean
  outline_version: number
  progress: string | null
}

const lockedBy = (enrollmentId: string) => ({
  lock: statement(`select from enrollments where portal_id = $1 and id = ${enrollmentId} for no key update`),
  read: statement<LockedRow>(`
    select ${ENROLLMENT_COLUMNS.join(', ')}, enrollments.xmin::text as stamp, c.xmin::text as course_stamp, ${TRANSACTION}, c.slug, c.is_sequential,
      c.outline_version, ${PACKED_PROGRESS} as progress
    from enrollments
    join courses c on c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
    where enrollments.portal_id = $1 and enrollments.id = ${enrollmentId}`),
})
const LOCKED = {
  enrollment: lockedBy('$2'),
  progress: lockedBy('(select enrollment_id from course_user_progress where portal_id = $1 and id = $2)'),
}

const OUTLINE = statement<{ outline_version: number; outline: string | null }>(`
  select c.outline_version, ${PACKED_OUTLINE} as outline from courses c where c.portal_id = $1 and c.id = $2`)

/** The outline under this stamp: read once in each process, and again when the stamp has moved. */
const loadOutline = async (tx: Tx, portalId: number, courseId: number, version: number): Promise<Outline> => {
  const memory = keptOutlines(dbOf(tx))
  const known = memory.find(courseId, version)
  if (known) return known
  const [row] = await ask(tx, OUTLINE, [portalId, courseId])
  const outline = unpackOutline(row?.outline ?? null)
  // Stamp and outline come from one statement; both may be newer by now than what was asked for.
  if (row) memory.keep(courseId, { version: row.outline_version, outline })
  return outline
}

const lockedOf = (
  tx: Tx,
  known: Known,
  given: { now: Date; free_ids: number[]; transaction: Promise<string> | string },
): LockedCourse => ({
  enrollment: withAccess(known.row, given.now),
  course: known.course,
  free_ids: given.free_ids,
  remember: (next) => {
    const memory = knownCourses(dbOf(tx))
    memory.forget(known.row.id)
    if (!next) return
    const row = { ...known.row, ...next.row }
    afterCommit(tx, async () => {
      const stamp = await given.transaction
      memory.keep({ ...known, stamp, row, course: next.course })
    })
  },
})

type Wanted = {
  by: keyof typeof LOCKED
  id: number
  now: Date
  /** Whether the work of the transaction may run twice, so that it can go on from what this process knows (`assume`). */
  mayRepeat?: boolean
}

/**
 * Locks an enrolment until the transaction ends, named by its id or by that of one of its progress rows, and reads it and
 * its course in the same round trip, or in none when this process knows them. The lock comes first, and each statement sees
 * what was committed before it began. An outline that this process does not know as it stands takes a round trip more.
 */
export const lockCourse = async (
  tx: Tx,
  portalId: number,
  { by, id, now, mayRepeat = false }: Wanted,
): Promise<LockedCourse | null> => {
  const memory = knownCourses(dbOf(tx))
  const freeIds = memory.takeIds()
  const known = mayRepeat && mayAssume(tx) && freeIds ? memory.find(portalId, by, id) : undefined
  if (known && freeIds) return lockedOf(tx, known, { now, free_ids: freeIds, transaction: lockKnown(tx, known) })
  const { lock, read } = LOCKED[by]
  const given = [portalId, id]
  const [, [found]] = await Promise.all([
    ask(tx, lock, given),
    ask(tx, read, given),
    freeIds ? undefined : memory.fetchIds(tx),
  ])
  if (!found) return null
  const { slug, is_sequential, outline_version, progress, stamp, course_stamp, transaction, ...row } = found
  const { id: enrollment_id, course_id } = row
  const outline = withProgress(await loadOutline(tx, portalId, course_id, outline_version), progress)
  const course = { enrollment_id, course_id, slug, status: row.status as Status, is_sequential, outline }
  const ids = freeIds ?? memory.takeIds() ?? []
  return lockedOf(tx, { stamp, course_stamp, row, course }, { now, free_ids: ids, transaction })
}
