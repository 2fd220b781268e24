import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { QuestionType } from '../rules/attempt.ts'
import { drawQuestions } from '../rules/draw.ts'
import { drawnCount, lacksQuestions } from '../rules/drawing.ts'
import { loadPoolsToDraw, loadTakenExam, type StoredAnswer } from './attempt-store.ts'

type DrawnQuestion = {
  id: number
  type: QuestionType
  text: string
  explanation: string | null
  answers: StoredAnswer[]
}

/** Questions of pools as they stand now, in the given order. */
const loadDrawn = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<DrawnQuestion[]> => {
  const { rows } = await sql<DrawnQuestion>`
    select q.id, q.type, q.text, q.explanation, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'is_correct', a.is_correct) order by a.sort_number, a.id)
      from question_answers a
      where a.portal_id = q.portal_id and a.question_id = q.id and a.deleted_at is null
    ), '[]') as answers
    from unnest(${[...ids]}::bigint[]) with ordinality as d (id, number)
    join questions q on q.portal_id = ${portalId} and q.id = d.id and q.deleted_at is null
    order by d.number`.execute(tx)
  return rows
}

/**
 * An exam with the questions of one attempt, drawn as for a learner and kept nowhere, for its author (BLD-068). Without
 * enough questions there are none (EXM-029).
 */
export const previewExam = async (tx: Tx, ctx: SignedIn, at: { course_id: number; exam_id: number }) => {
  const [exam, pools] = await Promise.all([
    loadTakenExam(tx, ctx.portal.id, at),
    loadPoolsToDraw(tx, ctx.portal.id, at),
  ])
  if (exam?.course_id !== at.course_id) throw fail('not_found')
  const { id, type, title, description, passing_score, attempts_number, shuffle_questions, time_limit_minutes } = exam
  const attached = pools.map((pool) => ({ ...pool, available: pool.question_ids.length }))
  const drawn = drawQuestions(pools, { seed: randomInt(2 ** 31 - 1), shuffle: shuffle_questions }) ?? []
  return {
    id,
    type,
    title,
    description,
    passing_score,
    attempts_number,
    time_limit_minutes,
    questions_count: drawnCount(attached),
    lacks_questions: lacksQuestions(attached),
    questions: await loadDrawn(tx, ctx.portal.id, drawn),
  }
}
