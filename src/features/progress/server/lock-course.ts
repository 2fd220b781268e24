import {
  ENROLLMENT_COLUMNS,
  ENROLLMENT_WITH_COURSE,
  type Enrollment,
  type EnrollmentLock,
  type EnrollmentRow,
  enrollmentBy,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { ask, dbOf, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import type { Status } from '../rules/status.ts'
import { outlineMemory } from './outline-memory.ts'
import { type Outline, PACKED_OUTLINE, PACKED_PROGRESS, unpackOutline, withProgress } from './packed-course.ts'
import { progressRows } from './row-memory.ts'
import type { TrackedCourse } from './store.ts'

/** An enrollment and its course, read after the enrollment was locked. */
export type LockedCourse = {
  enrollment: Enrollment
  course: TrackedCourse
  /** Ids that new rows of course_user_progress may take, so that a step knows them before it writes. */
  free_ids: number[]
  /** The enrollment and its course after a step; null when only the database knows them (`optimistic`). */
  remember: (next: { row: Partial<EnrollmentRow>; course: TrackedCourse } | null) => void
}

type CachedCourse = { row: EnrollmentRow; course: TrackedCourse }

const MOST_ENROLLMENTS = 2_000
const keyOf = (portalId: number, enrollmentId: number | undefined) => `${portalId}:${enrollmentId}`

// Every step writes the enrollment, so the enrollment's stamp covers the progress of all items.
const courses = optimistic<CachedCourse, EnrollmentLock>({
  keyOf: ({ row }) => keyOf(row.portal_id, row.id),
  provedBy: ({ row }) => [row.portal_id, row.id],
  seen: ({ course_stamp }) => [course_stamp],
  proof: `
    select from ${ENROLLMENT_WITH_COURSE}
    where e.portal_id = $1 and e.id = $2 and e.xmin = $3::xid and c.xmin = $4::xid
    for no key update of e`,
  most: MOST_ENROLLMENTS,
})

type CourseRow = EnrollmentRow & {
  slug: string
  is_sequential: boolean
  outline_version: number
  progress: string | null
}

const statementsBy = (enrollmentId: string) => ({
  lock: enrollmentBy(enrollmentId).lock,
  read: statement<CourseRow>(`
    select ${ENROLLMENT_COLUMNS.join(', ')}, c.slug, c.is_sequential, c.outline_version, ${PACKED_PROGRESS} as progress
    from enrollments
    join courses c on c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
    where enrollments.portal_id = $1 and enrollments.id = ${enrollmentId}`),
})
const BY = {
  enrollment: statementsBy('$2'),
  progress: statementsBy('(select enrollment_id from course_user_progress where portal_id = $1 and id = $2)'),
}

const OUTLINE = statement<{ outline_version: number; outline: string | null }>(`
  select c.outline_version, ${PACKED_OUTLINE} as outline from courses c where c.portal_id = $1 and c.id = $2`)

/** The outline under this stamp: read once in each process, and again when the stamp has moved. */
const loadOutline = async (tx: Tx, portalId: number, courseId: number, version: number): Promise<Outline> => {
  const memory = outlineMemory(dbOf(tx))
  const known = memory.find(courseId, version)
  if (known) return known
  const [row] = await ask(tx, OUTLINE, [portalId, courseId])
  const outline = unpackOutline(row?.outline ?? null)
  // Stamp and outline come from one statement; both may be newer by now than what was asked for.
  if (row) memory.keep(courseId, { version: row.outline_version, outline })
  return outline
}

const progressIds = ({ outline }: TrackedCourse): number[] =>
  outline
    .flatMap((entry) => [entry, ...(entry.items ?? [])])
    .flatMap(({ progress_id: id }) => (id === null ? [] : [id]))

type Target = {
  by: keyof typeof BY
  id: number
  now: Date
  /** Whether the work of the transaction may run twice, so that it can go on from what this process knows. */
  mayRepeat?: boolean
}

/**
 * Locks an enrollment until the transaction ends, named by its id or by that of one of its progress rows, with its
 * course (`optimistic`). An outline that this process does not know in its current version takes one more round trip.
 */
export const lockCourse = async (
  tx: Tx,
  portalId: number,
  { by, id, now, mayRepeat = false }: Target,
): Promise<LockedCourse | null> => {
  const rows = progressRows(dbOf(tx))
  const freeIds = rows.takeIds()
  const { lock, read } = BY[by]
  const locked = await courses.hold(tx, {
    key: keyOf(portalId, by === 'enrollment' ? id : rows.enrollmentOf(id)),
    mayKnow: () => mayRepeat && freeIds !== null,
    lock: [lock, [portalId, id]],
    read: async () => {
      const [[course]] = await Promise.all([ask(tx, read, [portalId, id]), freeIds ? undefined : rows.fetchIds(tx)])
      if (!course) return null
      const { slug, is_sequential, outline_version, progress, ...row } = course
      const { id: enrollment_id, course_id } = row
      const outline = withProgress(await loadOutline(tx, portalId, course_id, outline_version), progress)
      return { row, course: { enrollment_id, course_id, slug, status: row.status as Status, is_sequential, outline } }
    },
  })
  if (!locked) return null
  const { row, course } = locked.value
  return {
    enrollment: withAccess(row, now),
    course,
    free_ids: freeIds ?? rows.takeIds() ?? [],
    remember: (next) => {
      if (next) rows.keep(progressIds(next.course), row.id)
      locked.remember(next && { row: { ...row, ...next.row }, course: next.course })
    },
  }
}
