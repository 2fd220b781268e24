import type { Holder } from '#features/credits/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db.ts'

/** A stored enrolment with the access it has at the time of the call (LRN-010). */
export type Enrollment = {
  id: number
  portal_id: number
  user_id: number
  course_id: number
  role: 'learner' | 'manager' | 'instructor'
  curator_id: number | null
  manager_id: number | null
  /** Progress status number of the course (LRN-007). */
  status: number
  items_done: number
  access: 'pending' | 'active' | 'expired'
  /** True while the learner may read the course: from the start until `expires_at`, completed or not (LEG-006). */
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
}

export type Grant =
  | { kind: 'order'; order_id: number }
  | { kind: 'credit'; holder: Holder }
  | { kind: 'reserved'; movement_id: number; manager_id: number }
  | { kind: 'manual' }

const pending = (): never => {
  throw new Error('Enrolments are being written')
}

/**
 * Enrols a member of the portal as learner: gives the role, uses one credit in the same transaction (not for `manual`),
 * counts popularity and tells those who watch the course. Throws `invalid` for an active learner of the course and for
 * a course that is not published, and what the ledger throws when credits are missing.
 */
export const enrolLearner = async (
  _tx: Tx,
  _ctx: Context,
  _given: {
    user_id: number
    course_id: number
    grant: Grant
    purchased_at?: Date
    starts_at?: Date
    due_at?: Date | null
    curator_id?: number | null
  },
): Promise<{ id: number }> => pending()

/** True when the person is a learner of the course whose access has not run out. */
export const isActiveLearner = async (
  _tx: Tx,
  _ctx: Pick<Context, 'portal' | 'now'>,
  _given: { user_id: number; course_id: number },
): Promise<boolean> => pending()

/**
 * Ends what an order gave, course by course: access ends where no live grant is left, except for the enrolments that
 * `certified` names among those it is asked about (ORD-013). Answers the enrolments whose access has ended.
 */
export const endOrderGrants = async (
  _tx: Tx,
  _ctx: Context,
  _given: {
    order_id: number
    course_ids?: readonly number[]
    certified?: (enrollmentIds: number[]) => Promise<ReadonlySet<number>>
  },
): Promise<{ ended: number[] }> => pending()

/** A further reason for an enrolment's access, so that it outlives the others. */
export const addGrant = async (
  _tx: Tx,
  _ctx: Context,
  _given: { enrollment_id: number; kind: 'order' | 'subscription' | 'bundle' | 'manual'; order_id?: number },
): Promise<void> => pending()

/**
 * The learner's own enrolment. Throws `learner_only` in another role, `not_found` for a foreign, ended or missing one
 * or another course, and `not_enough_permissions` when it may not be read (or, with `to: 'work'`, worked on) any more
 * or not yet. `to: 'see'` asks for neither (LRN-048, LRN-010).
 */
export const loadOwnEnrollment = async (
  _tx: Tx,
  _ctx: SignedIn,
  _given: { related_id: number; course_slug?: string; to?: 'see' | 'read' | 'work' },
): Promise<Enrollment> => pending()

/** The enrolment, ended or not, or null. */
export const loadEnrollment = async (
  _tx: Tx,
  _ctx: Pick<Context, 'portal' | 'now'>,
  _id: number,
): Promise<Enrollment | null> => pending()

/** As `loadEnrollment`, and locked until the transaction ends: steps of one learner's progress run one after the other. */
export const lockEnrollment = async (
  _tx: Tx,
  _ctx: Pick<Context, 'portal' | 'now'>,
  _id: number,
): Promise<Enrollment | null> => pending()

export type ProgressRecord = {
  status?: number
  items_done?: number
  started_at?: Date
  completed_at?: Date
  completed_by?: number | null
  completion_reason?: string | null
  last_item?: { type: string; id: number }
}

/** Writes what the enrolment knows of its progress; a completion ends the taking of the course (LRN-010, LEG-005). */
export const recordProgress = async (
  _tx: Tx,
  _ctx: Pick<Context, 'portal' | 'now'>,
  _id: number,
  _record: ProgressRecord,
): Promise<void> => pending()
