import { loadShownPeople, reachFor } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { isUndoable, NO_UNDO, PERMISSION_OF, type Status } from '../rules/actions.ts'
import type { State } from '../rules/plan.ts'
import { type CourseShown, coursesOf, type ResponseShown, responsesOf } from './courses-shown.ts'
import type { ListedRow } from './list.ts'
import type { previewUndo } from './restore.ts'
import type { ChangeRecord, ChangeRow } from './store.ts'

type Shown = Awaited<ReturnType<typeof loadShownPeople>>

const summaryOf = (record: ChangeRecord, people: Shown) => ({
  id: record.id,
  action: record.action,
  status: record.status,
  rows_total: record.rows_total,
  rows_done: record.rows_done,
  created_at: record.created_at,
  made_by: people.get(record.made_by)?.display_name ?? '',
})

export const presentListed = async (tx: Tx, portalId: number, rows: readonly ListedRow[]) => {
  const people = await loadShownPeople(tx, portalId, [...new Set(rows.map(({ made_by: id }) => id))])
  return rows.map(({ action, status, rows_total, rows_done, created_at, file_name, ...row }) => ({
    id: row.record_id,
    ...{ action, status, rows_total, rows_done, created_at, file_name },
    made_by: people.get(row.made_by)?.display_name ?? '',
  }))
}

const BEFORE_RUN: Status = 'previewed'

/** A bulk change with how its rows came out; the rows of a step at work are not counted for those who watch it. */
export const presentChange = async (tx: Tx, ctx: SignedIn, record: ChangeRecord) => {
  const people = await loadShownPeople(tx, ctx.portal.id, [record.made_by, record.user_id])
  const { counts, results, different, restored, kept, credits_used, credits_returned } = record.sums
  const mayAct = reachFor(ctx, PERMISSION_OF[record.action]) !== 'none'
  return {
    ...summaryOf(record, people),
    by: people.get(record.user_id)?.display_name ?? '',
    counts,
    results: record.status === BEFORE_RUN ? null : results,
    different,
    restored,
    kept,
    credits_used,
    credits_returned,
    problem: record.problem,
    can_run: mayAct && (record.status === 'previewed' ? counts.changed > 0 : record.status === 'stopped'),
    can_undo: mayAct && isUndoable(record.action, record.status) && results.changed > 0,
    no_undo: NO_UNDO[record.action],
    grade: record.action === 'grade' ? record.request : null,
    run_at: record.run_at,
    finished_at: record.finished_at,
    undone_at: record.undone_at,
    expires_at: record.expires_at,
  }
}

const stateOf = (state: State) => {
  if (state === null || 'version' in state) return state
  if ('result' in state) return { ...state, graded_at: state.graded_at === null ? null : new Date(state.graded_at) }
  return {
    starts_at: new Date(state.starts_at),
    due_at: state.due_at === null ? null : new Date(state.due_at),
    expires_at: new Date(state.expires_at),
  }
}

type Named = { user_id: number; course_id: number; response_id: number | null }
type Names = { people: Shown; courses: Map<number, CourseShown>; responses: Map<number, ResponseShown> }
const namesOf = (
  { user_id: userId, course_id: courseId, response_id: id }: Named,
  { people, courses, responses }: Names,
) => ({
  user: people.get(userId) ?? { id: userId, display_name: '', avatar: null },
  course: courses.get(courseId) ?? { id: courseId, title: '', slug: '' },
  response: responses.get(id ?? 0) ?? null,
})

export const presentRows = async (tx: Tx, portalId: number, rows: readonly ChangeRow[]) => {
  const people = await loadShownPeople(tx, portalId, [...new Set(rows.map(({ user_id: id }) => id))])
  const courses = await coursesOf(tx, portalId, rows)
  const responses = await responsesOf(tx, portalId, rows)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    ...namesOf(row, { people, courses, responses }),
    related_id: row.enrollment_id,
    before: stateOf(row.before),
    after: stateOf(row.after),
    mail: row.mail && { ...row.mail, last_at: row.mail.last_at === null ? null : new Date(row.mail.last_at) },
    outcome: row.outcome,
    reason: row.reason,
    credits: row.credits,
    result: row.result,
    result_reason: row.result_reason,
    undo: row.undo,
    undo_reason: row.undo_reason,
  }))
}

export const presentUndo = ({ rows, ...sums }: Awaited<ReturnType<typeof previewUndo>>) => ({
  ...sums,
  rows: rows.map(({ row, plan, before, ...names }) => ({
    number: row.number,
    ...namesOf(row, names),
    undo: plan.undo,
    reason: plan.reason,
    before: stateOf(before),
    after: stateOf(plan.after),
    credits: plan.credits,
  })),
})
