import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadOpenings, peopleOf, presentProctoring } from '#features/exams/server/api.ts'
import { STATUS, type Status } from '#features/progress/server/api.ts'
import { loadProctorRules } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadCurrent, loadOne, loadWaiting, type OpeningRow, type PlaceRow } from './store.ts'

type People = Awaited<ReturnType<typeof loadShownPeople>>

const presentPlace = (row: PlaceRow, people: People) => {
  const learner = people.get(row.user_id)
  if (!learner) throw fail('not_found')
  return {
    related_id: row.related_id,
    exam: { id: row.exam_id, title: row.exam },
    course: { id: row.course_id, title: row.course, slug: row.slug },
    learner,
  }
}

const presentOpenings = async (tx: Tx, ctx: SignedIn, rows: readonly OpeningRow[]) => {
  const openings = await loadOpenings(tx, ctx.portal.id, {
    enrollment_ids: [...new Set(rows.map(({ related_id }) => related_id))],
  })
  const [learners, people] = await Promise.all([
    loadShownPeople(tx, ctx.portal.id, [...new Set(rows.map(({ user_id }) => user_id))]),
    peopleOf(tx, ctx.portal.id, openings),
  ])
  const byId = new Map(openings.map((opening) => [opening.id, opening]))
  return rows.flatMap((row) => {
    const opening = byId.get(row.id)
    if (!opening) return []
    const { id, attempt_number: number, answered_count, questions_count, started_at, finished_at, ends_at, score } = row
    const status = row.status as Status
    const attempt =
      number === null
        ? null
        : { number, status, answered_count, questions_count, started_at, finished_at, ends_at, score }
    const hasEnded = attempt !== null && status !== STATUS.in_progress
    return [
      {
        ...presentPlace(row, learners),
        ...{ id, expires_at: opening.expires_at, attempt, ...presentProctoring(opening, people) },
        can_confirm: hasEnded && opening.confirmed_at === null && opening.opened_by === ctx.viewer.user_id,
      },
    ]
  })
}

/** One opening within reach; another one is `not_found`. */
export const showOpening = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await loadOne(tx, ctx, id)
  const [shown] = row ? await presentOpenings(tx, ctx, [row]) : []
  if (!shown) throw fail('not_found')
  return shown
}

/** Who waits within reach, and the openings about which something is still to do (TRD-046). */
export const showProctoring = async (tx: Tx, ctx: SignedIn) => {
  const [asked, rows] = await Promise.all([loadWaiting(tx, ctx), loadCurrent(tx, ctx)])
  const openings = await presentOpenings(tx, ctx, rows)
  const ruleOf = await loadProctorRules(
    tx,
    ctx,
    asked.map(({ course_id }) => course_id),
  )
  const people = await loadShownPeople(tx, ctx.portal.id, [...new Set(asked.map(({ user_id }) => user_id))])
  const waiting = asked.flatMap((row) => {
    const rule = ruleOf({ course_id: row.course_id, created_at: row.enrolled_at }, row.exam_id)
    if (!rule) return []
    return [{ ...presentPlace(row, people), asked_at: row.asked_at, title: rule.title, source: rule.source }]
  })
  return { waiting, openings }
}
