import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { namesOf } from '../present.ts'
import { textOf } from './standing.ts'
import { loadQuestions } from './store.ts'

const MOST_LISTED = 200

type Row = { id: number; enrollment_id: number; user_id: number; course_id: number; course: string; locked_at: Date }

const openLocks = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('identity_locks as l')
    .innerJoin('enrollments as e', (join) =>
      join.onRef('e.portal_id', '=', 'l.portal_id').onRef('e.id', '=', 'l.enrollment_id'),
    )
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'e.portal_id').onRef('c.id', '=', 'e.course_id'),
    )
    .select(['l.id', 'l.enrollment_id', 'e.user_id', 'e.course_id', 'c.title as course', 'l.locked_at'])
    .where('l.portal_id', '=', portalId)
    .where('l.unlocked_at', 'is', null)

/** The courses that are locked for present learners, the newest first, with the questions that led to it (TRD-056). */
export const listLocks = async (tx: Tx, ctx: SignedIn) => {
  const rows: Row[] = await openLocks(tx, ctx.portal.id)
    .where('e.ended_at', 'is', null)
    .where('e.completed_at', 'is', null)
    .orderBy('l.id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  const names = await namesOf(
    tx,
    ctx.portal.id,
    rows.map(({ user_id }) => user_id),
  )
  const questionsByEnrollment = Map.groupBy(
    rows.length === 0
      ? []
      : await loadQuestions(
          tx,
          ctx.portal.id,
          rows.map(({ enrollment_id }) => enrollment_id),
        ),
    ({ enrollment_id }) => enrollment_id,
  )
  return rows.map(({ id, enrollment_id, user_id, course_id, course, locked_at }) => {
    const questions = questionsByEnrollment.get(enrollment_id) ?? []
    const before = questions.findLastIndex(({ lock }) => lock !== null && lock.unlocked_at !== null)
    return {
      id,
      related_id: enrollment_id,
      user: { id: user_id, name: names.get(user_id) ?? '' },
      course: { id: course_id, title: course },
      locked_at,
      mistakes: questions
        .slice(before + 1)
        .flatMap(({ question, asked_at, outcome }) =>
          outcome === 'wrong' || outcome === 'missed' ? [{ question: textOf(question), asked_at, outcome }] : [],
        ),
    }
  })
}
