import { sql } from 'kysely'
import { assignedLearner, type Looker } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'

/** What a file is about. */
export const ABOUT = ['enrollment', 'person', 'course', 'portal'] as const
export type About = (typeof ABOUT)[number]

export type Chosen = {
  portal_id: number
  about: About
  /** Of the enrollment, person or course. */
  id: number | null
  /** Whose learners alone count; null for all of the portal (ROL-027). */
  looker: Looker | null
}

const matching = (tx: Tx, { portal_id, about, id, looker }: Chosen) => {
  let query = tx.selectFrom('enrollments as e').where('e.portal_id', '=', portal_id).where('e.role', '=', 'learner')
  if (about === 'enrollment') query = query.where('e.id', '=', id)
  if (about === 'person') query = query.where('e.user_id', '=', id)
  if (about === 'course') query = query.where('e.course_id', '=', id)
  if (looker) query = query.where(assignedLearner(looker))
  return query
}

export const countChosen = async (tx: Tx, chosen: Chosen): Promise<number> => {
  const { count } = await matching(tx, chosen)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The people with the ids of their enrollments, both in ascending order; ended enrollments are among them. */
export const listChosen = (tx: Tx, chosen: Chosen): Promise<{ user_id: number; ids: number[] }[]> =>
  matching(tx, chosen)
    .select(['e.user_id', sql<number[]>`jsonb_agg(e.id order by e.id)`.as('ids')])
    .groupBy('e.user_id')
    .orderBy('e.user_id')
    .execute()
