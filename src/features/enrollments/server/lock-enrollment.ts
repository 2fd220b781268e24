import { ask, statement, type Tx } from '#platform/db/db.ts'
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './store.ts'

/** An enrollment with its own stamp and that of its course (see `optimistic`). */
export type StampedEnrollment = EnrollmentRow & { stamp: string; course_stamp: string }

/** A statement that locks an enrollment until the transaction ends. `id` is SQL for its id; $1 is the portal. */
export const lockingEnrollment = (id: string) =>
  statement<StampedEnrollment>(`
    select ${ENROLLMENT_COLUMNS.join(', ')}, enrollments.xmin::text as stamp, (
      select c.xmin::text from courses c where c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
    ) as course_stamp
    from enrollments where enrollments.portal_id = $1 and enrollments.id = ${id} for no key update`)

/** The proof that enrollment $2 still has stamp $3, and its course stamp $4. */
export const ENROLLMENT_PROOF = `
  select from enrollments e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  where e.portal_id = $1 and e.id = $2 and e.xmin = $3::xid and c.xmin = $4::xid
  for no key update of e`

/** How often the ways in of person $2 were closed (PRV-018): a way in that outlives its session keeps the number. */
const ACCESS_EPOCH = statement<{ access_epoch: number }>(
  'select access_epoch from portal_users where portal_id = $1 and user_id = $2',
)

/** As `ACCESS_EPOCH`; people of the platform, who need not be members, have 0. */
export const accessEpochOf = async (tx: Tx, portalId: number, userId: number): Promise<number> =>
  (await ask(tx, ACCESS_EPOCH, [portalId, userId]))[0]?.access_epoch ?? 0

/**
 * That the person of `user` may still sign in here, and that their ways in were not closed since `epoch`: asked where no
 * session says so (PRV-009). Both are SQL.
 */
const isHere = (portal: string, user: string, epoch: string) => `not exists (
    select from portal_users m where m.portal_id = ${portal} and m.user_id = ${user}
      and (m.is_blocked or m.left_at is not null or m.access_epoch <> ${epoch}))`

/** `isHere` for the person of enrollment `e`. */
export const personIsHere = (epoch: string): string => isHere('e.portal_id', 'e.user_id', epoch)

const IS_HERE = statement<{ is_here: boolean }>(`select ${isHere('$1', '$2', '$3')} as is_here`)

/** Whether a way in that this person opened at this epoch is still open. */
export const isPersonHere = async (
  tx: Tx,
  portalId: number,
  who: { user_id: number; epoch: number },
): Promise<boolean> => (await ask(tx, IS_HERE, [portalId, who.user_id, who.epoch]))[0]?.is_here === true

/** The proof that attempt $2 in this table still has stamp $3, its enrollment stamp $4, and its course stamp $5. */
export const attemptProof = (attempts: string, more = 'true') => `
  select from enrollments e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  join ${attempts} a on a.portal_id = e.portal_id and a.enrollment_id = e.id
  where a.portal_id = $1 and a.id = $2 and a.xmin = $3::xid and e.xmin = $4::xid and c.xmin = $5::xid and ${more}
  for no key update of e, a`
