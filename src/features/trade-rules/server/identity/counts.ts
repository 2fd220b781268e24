import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { countsOf, type IdentityCounts } from '../../rules/identity.ts'
import type { EnrollmentFacts } from '../facts.ts'
import type { EnrolledPerson } from '../standing.ts'
import { loadAnswered, loadQuestions } from './store.ts'

/**
 * How far enrollments are with their identity questions, of those where a rule asks any; two statements whatever their number.
 * A question whose time is over counts as missed, and locks, whether or not it was settled (TRD-068, TRD-069).
 */
export const readIdentityCounts = async (
  tx: Tx,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  enrollments: readonly EnrolledPerson[],
  facts: ReadonlyMap<number, EnrollmentFacts>,
): Promise<Map<number, IdentityCounts>> => {
  const asking = enrollments.flatMap((enrollment) => {
    const rules = facts.get(enrollment.id)?.rules.filter(({ kind }) => kind === 'identity_questions') ?? []
    const most_mistakes = Math.min(...rules.map(({ version }) => version.most_mistakes ?? Number.POSITIVE_INFINITY))
    // A completed course is asked nothing any more.
    return rules.length === 0 ? [] : [{ enrollment, terms: enrollment.completed_at ? null : { most_mistakes } }]
  })
  if (asking.length === 0) return new Map()
  const [questions, answered] = await Promise.all([
    loadQuestions(
      tx,
      portal.id,
      asking.map(({ enrollment }) => enrollment.id),
    ),
    loadAnswered(tx, portal.id, [...new Set(asking.map(({ enrollment }) => enrollment.user_id))]),
  ])
  const byEnrollment = Map.groupBy(questions, ({ enrollment_id }) => enrollment_id)
  return new Map(
    asking.map(({ enrollment: { id, user_id }, terms }) => {
      const read = { questions: byEnrollment.get(id) ?? [], has_answers: answered.has(user_id), now }
      return [id, countsOf({ terms, ...read })]
    }),
  )
}
