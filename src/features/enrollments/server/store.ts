import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { type Access, accessAt, isReadableAt } from '../rules/access.ts'

export type EnrollmentRole = 'learner' | 'manager' | 'instructor'

/** A stored enrollment with the access it has at the time of the call (LRN-010). */
export type Enrollment = {
  id: number
  portal_id: number
  user_id: number
  course_id: number
  role: EnrollmentRole
  curator_id: number | null
  /** The manager a learner is assigned to: who enrolled or invited them (ROL-027). */
  manager_id: number | null
  /** Progress status number of the course (LRN-007). */
  status: number
  items_done: number
  access: Access
  /** True while the learner may read the course, completed or not (LEG-006). */
  is_readable: boolean
  starts_at: Date
  expires_at: Date
  due_at: Date | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  ended_at: Date | null
  last_item_type: string | null
  last_item_id: number | null
  /** The version of the course that the learner began; null before that (VER-003). */
  version: number | null
}

export const ENROLLMENT_COLUMNS = [
  'enrollments.id',
  'enrollments.portal_id',
  'enrollments.user_id',
  'enrollments.course_id',
  'enrollments.role',
  'enrollments.curator_id',
  'enrollments.manager_id',
  'enrollments.status',
  'enrollments.items_done',
  'enrollments.starts_at',
  'enrollments.expires_at',
  'enrollments.due_at',
  'enrollments.created_at',
  'enrollments.started_at',
  'enrollments.completed_at',
  'enrollments.ended_at',
  'enrollments.last_item_type',
  'enrollments.last_item_id',
  'enrollments.version',
] as const

/** An enrollment as it is stored, in `ENROLLMENT_COLUMNS`. */
export type EnrollmentRow = Omit<Enrollment, 'role' | 'access' | 'is_readable'> & { role: string }

/** Adds what time makes of a stored row; managers and instructors are in a course until they are taken out. */
export const withAccess = (row: EnrollmentRow, now: Date): Enrollment => {
  const isLearner = row.role === 'learner'
  const lasting = row.ended_at === null
  return {
    ...row,
    role: row.role as EnrollmentRole,
    access: isLearner ? accessAt(row, now) : lasting ? 'active' : 'expired',
    is_readable: isLearner ? isReadableAt(row, now) : lasting,
  }
}

const rows = (tx: Tx, portalId: number) =>
  tx.selectFrom('enrollments').select(ENROLLMENT_COLUMNS).where('enrollments.portal_id', '=', portalId)

type Call = { portal: Pick<Context['portal'], 'id'>; now: Date }

/** The enrollment, ended or not, or null. */
export const loadEnrollment = async (tx: Tx, ctx: Call, id: number): Promise<Enrollment | null> => {
  const row = await rows(tx, ctx.portal.id).where('enrollments.id', '=', id).executeTakeFirst()
  return row ? withAccess(row, ctx.now) : null
}

const LOCK = statement<EnrollmentRow>(`
  select ${ENROLLMENT_COLUMNS.join(', ')} from enrollments
  where enrollments.portal_id = $1 and enrollments.id = $2 for no key update`)

/** As `loadEnrollment`, and locked until the transaction ends: steps of one learner's progress run one after the other. */
export const lockEnrollment = async (tx: Tx, ctx: Call, id: number): Promise<Enrollment | null> => {
  const [enrollment] = await ask(tx, LOCK, [ctx.portal.id, id])
  return enrollment ? withAccess(enrollment, ctx.now) : null
}

/** The enrollments with these ids that exist in the portal, locked by rising id. */
export const lockEnrollments = async (tx: Tx, ctx: Call, ids: readonly number[]): Promise<Enrollment[]> => {
  const enrollments = await rows(tx, ctx.portal.id)
    .where('enrollments.id', 'in', [...ids])
    .orderBy('enrollments.id')
    .forNoKeyUpdate()
    .execute()
  return enrollments.map((row) => withAccess(row, ctx.now))
}

const ofPerson = (more = '') =>
  statement<EnrollmentRow>(`
    select ${ENROLLMENT_COLUMNS.join(', ')} from enrollments
    where portal_id = $1 and id = $2 and user_id = $3 and role = 'learner' and ended_at is null${more}`)
const OF_PERSON = ofPerson()
const OF_PERSON_IN_COURSE = ofPerson(`
      and exists (select from courses c where c.portal_id = $1 and c.id = enrollments.course_id and c.slug = $4)`)

/** The enrollment of this person with this id, in this course if one is named; null for ended ones as well. */
export const loadEnrollmentOf = async (
  tx: Tx,
  portalId: number,
  { id, user_id: userId, course_slug: slug }: { id: number; user_id: number; course_slug?: string | undefined },
  now: Date,
): Promise<Enrollment | null> => {
  const own = [portalId, id, userId]
  const [row] = slug === undefined ? await ask(tx, OF_PERSON, own) : await ask(tx, OF_PERSON_IN_COURSE, [...own, slug])
  return row ? withAccess(row, now) : null
}

export type NewEnrollment = {
  portal_id: number
  user_id: number
  course_id: number
  role: EnrollmentRole
  curator_id: number | null
  manager_id: number | null
  access: Access
  starts_at: Date
  expires_at: Date
  due_at: Date | null
  created_at: Date
}

/** Adds an enrollment and answers its id, or null when the person is in the course in that role already (USR-022). */
export const insertEnrollment = async (tx: Tx, values: NewEnrollment): Promise<number | null> => {
  const row = await tx
    .insertInto('enrollments')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Turns over the learner's enrollments in a course whose term is over, so that they make room for the next (USR-022). */
export const expireOf = async (
  tx: Tx,
  at: { portal_id: number; course_id: number; user_id: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('enrollments')
    .set({ access: 'expired' })
    .where('portal_id', '=', at.portal_id)
    .where('course_id', '=', at.course_id)
    .where('user_id', '=', at.user_id)
    .where('role', '=', 'learner')
    .where('access', '<>', 'expired')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

/** The enrollment of a learner of the course whose access has not run out, or null; a pending one counts (USR-022). */
export const activeLearnerIn = async (
  tx: Tx,
  ctx: Call,
  at: { user_id: number; course_id: number },
): Promise<number | null> => {
  const row = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('course_id', '=', at.course_id)
    .where('user_id', '=', at.user_id)
    .where('role', '=', 'learner')
    .where('access', '<>', 'expired')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the person is an active learner of the course (USR-022). */
export const isActiveLearner = async (...args: Parameters<typeof activeLearnerIn>): Promise<boolean> =>
  (await activeLearnerIn(...args)) !== null

/** Of these enrollments those with progress: an item has been started (CRD-024). */
export const withProgress = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<Set<number>> => {
  const { rows: started } = await sql<{ id: number }>`
    select e.id from enrollments e
    where e.portal_id = ${portalId} and e.id = any(${[...ids]}::bigint[])
      and (e.status <> ${sql.lit(PROGRESS.not_started)} or e.items_done > 0 or exists (
        select 1 from course_user_progress p
        where p.portal_id = e.portal_id and p.enrollment_id = e.id and p.status <> ${sql.lit(PROGRESS.not_started)}
      ))`.execute(tx)
  return new Set(started.map(({ id }) => id))
}

/** Takes enrollments away; what they have reached stays in the records (USR-023). */
export const endEnrollments = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
  by: { now: Date; user_id: number | null; reason: string },
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('enrollments')
    .set({ access: 'expired', ended_at: by.now, ended_by: by.user_id })
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  await tx
    .updateTable('enrollment_grants')
    .set({ revoked_at: by.now, revoke_reason: by.reason })
    .where('portal_id', '=', portalId)
    .where('enrollment_id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute()
}

/** Opens an ended enrollment again, with the access that it has by now. */
export const reopenEnded = async (tx: Tx, portalId: number, id: number, access: Access): Promise<void> => {
  await tx
    .updateTable('enrollments')
    .set({ access, ended_at: null, ended_by: null })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}
