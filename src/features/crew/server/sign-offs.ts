import { ask, statement, type Tx } from '#platform/db/db.ts'

/** A task that is signed off in an enrollment: its title, when, and by whom. */
export type SignOff = { enrollment_id: number; task: string; at: Date; by: number }

// Only the newest entry of a session for a task counts; what another session says of it stands by itself.
const STANDING = statement<SignOff>(`
  select enrollment_id, task, at, by from (
    select distinct on (e.enrollment_id, e.session_id, e.task)
      e.id, e.enrollment_id, s.tasks[e.task + 1] as task, e.at, e.recorded_by as by, e.is_so
    from crew_entries e
    join crew_sessions s on s.portal_id = e.portal_id and s.id = e.session_id
    where e.portal_id = $1 and e.enrollment_id = any($2::bigint[]) and e.kind = 'task'
    order by e.enrollment_id, e.session_id, e.task, e.id desc
  ) newest
  where is_so
  order by id`)

/** The sign-offs that stand in enrollments after all corrections, the newest last. */
export const readSignOffs = (tx: Tx, portalId: number, enrollmentIds: readonly number[]): Promise<SignOff[]> =>
  ask(tx, STANDING, [portalId, [...enrollmentIds]])
