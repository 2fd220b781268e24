import { sql } from 'kysely'
import type { FormerGrade } from '#features/assignments/server/api.ts'
import type { FormerPlace, moveForUndo } from '#features/versions/server/api.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { comesFrom, NO_UNDO, type Outcome, STATUS_WORDS, type Status, type Undo } from '../rules/actions.ts'
import type { EnrollRequest } from '../rules/enroll.ts'
import type { ExtendRequest } from '../rules/extend.ts'
import type { GradeRequest, GradeWritten } from '../rules/grade.ts'
import type { MoveWritten } from '../rules/move.ts'
import type { Mail, Plan, State } from '../rules/plan.ts'
import type { Written } from '../rules/undo.ts'
import { noSums, type Sums } from './sums.ts'

/** The version to which learners are moved, and what becomes of their work (VER-019, VER-021). */
export type MoveRequest = { course_id: number; version: number } & Pick<
  Parameters<typeof moveForUndo>[4],
  'ask_again' | 'keep_places'
>

/** What was asked for beside the rows. */
export type BulkRequest =
  | { action: 'enroll'; request: EnrollRequest }
  | { action: 'unenroll'; request: Record<string, never> }
  | { action: 'extend'; request: ExtendRequest }
  | { action: 'remind'; request: Record<string, never> }
  | { action: 'move'; request: MoveRequest }
  | { action: 'grade'; request: GradeRequest }

const COLUMNS = [
  'id',
  'portal_id',
  'action',
  'made_by',
  'user_id',
  'role',
  'impersonator_id',
  'status',
  'request',
  'rows_total',
  'rows_done',
  'sums',
  'problem',
  'created_at',
  'run_at',
  'finished_at',
  'undone_at',
  'expires_at',
] as const

const changes = (tx: Tx, portalId: number) =>
  tx.selectFrom('bulk_changes').select(COLUMNS).where('portal_id', '=', portalId)

type Stored = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>
export type ChangeRecord = Omit<Stored, 'action' | 'request' | 'status' | 'role' | 'sums'> & {
  role: Role
  status: Status
  sums: Sums
} & BulkRequest
const typed = (row: Stored) => row as unknown as ChangeRecord

export const findChange = async (tx: Tx, portalId: number, id: number): Promise<ChangeRecord | null> => {
  const row = await changes(tx, portalId).where('id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

/** The bulk change, locked until the transaction ends: its steps and rows follow one after the other, in all processes. */
export const lockChange = async (tx: Tx, portalId: number, id: number): Promise<ChangeRecord | null> => {
  const row = await changes(tx, portalId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? typed(row) : null
}

export type NewRow = {
  user_id: number
  course_id: number
  enrollment_id: number | null
  /** Of a row that grades. */
  response_id?: number
  plan: Plan
}

type NewChange = BulkRequest & {
  portal_id: number
  made_by: number
  role: Role
  impersonator_id: number | null
  created_at: Date
  expires_at: Date
}

/** Writes a bulk change with what the preview said of each row, in their order; answers its id. */
export const insertChange = async (tx: Tx, { request, ...values }: NewChange, rows: readonly NewRow[]) => {
  const { id } = await tx
    .insertInto('bulk_changes')
    .values({
      ...values,
      user_id: values.made_by,
      request: JSON.stringify(request),
      rows_total: rows.length,
      sums: JSON.stringify(noSums()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const json = JSON.stringify(rows.map(({ plan, ...row }, at) => ({ ...row, ...plan, number: at + 1 })))
  await sql`
    insert into bulk_change_rows
      (portal_id, change_id, number, user_id, course_id, enrollment_id, response_id, before, after, mail, outcome, reason,
        credits)
    select ${values.portal_id}::bigint, ${id}::bigint, r.number, r.user_id, r.course_id, r.enrollment_id, r.response_id,
      nullif(r.before, 'null'::jsonb), nullif(r.after, 'null'::jsonb),
      nullif(r.mail, 'null'::jsonb), r.outcome, r.reason, r.credits
    from jsonb_to_recordset(${json}::jsonb) as r (number int, user_id bigint, course_id bigint, enrollment_id bigint,
      response_id bigint, before jsonb, after jsonb, mail jsonb, outcome text, reason text, credits int)
    order by r.number`.execute(tx)
  return id
}

type Change = Partial<{
  status: Status
  user_id: number
  role: Role
  impersonator_id: number | null
  rows_done: number
  sums: Sums
  problem: string | null
  run_at: Date
  finished_at: Date
  undone_at: Date
  expires_at: Date
}>

export const updateChange = async (tx: Tx, portalId: number, id: number, { sums, ...change }: Change) => {
  await tx
    .updateTable('bulk_changes')
    .set({ ...change, ...(sums && { sums: JSON.stringify(sums) }) })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

/** Takes a step, if it is its turn; `not_found` and `bulk_change_moved_on` otherwise (BLK-021). */
export const takeStep = async (
  tx: Tx,
  portalId: number,
  id: number,
  change: Change & { status: Status },
): Promise<ChangeRecord> => {
  const current = await lockChange(tx, portalId, id)
  if (!current) throw fail('not_found')
  requireTurn(current, change.status)
  await updateChange(tx, portalId, id, change)
  return current
}

/** That an action has an undo, or `bulk_change_without_undo` with the reason (BLK-025). */
export const requireUndo = ({ action }: Pick<ChangeRecord, 'action'>): void => {
  const reason = NO_UNDO[action]
  if (reason !== null) throw fail('bulk_change_without_undo', { params: { reason } })
}

/** That a bulk change can come to this status now, or `bulk_change_moved_on`. */
export const requireTurn = ({ status }: Pick<ChangeRecord, 'status'>, next: Status): void => {
  if (!comesFrom(next).includes(status)) throw fail('bulk_change_moved_on', { params: { state: STATUS_WORDS[status] } })
}

/** What the run wrote for a row, by its action. */
export type WrittenMove = MoveWritten & { former: FormerPlace }
export type WrittenGrade = GradeWritten & { former: FormerGrade }
export type AnyWritten = Written | WrittenMove | WrittenGrade

type Of = Pick<ChangeRecord, 'portal_id' | 'id'>

const ROW_COLUMNS = [
  'id',
  'number',
  'user_id',
  'course_id',
  'enrollment_id',
  'response_id',
  'before',
  'after',
  'mail',
  'outcome',
  'reason',
  'credits',
  'result',
  'result_reason',
  'written',
  'undo',
  'undo_reason',
] as const

const rowsOf = (tx: Tx, { portal_id: portalId, id }: Of) =>
  tx.selectFrom('bulk_change_rows').select(ROW_COLUMNS).where('portal_id', '=', portalId).where('change_id', '=', id)

type StoredRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>
export type ChangeRow = Omit<StoredRow, 'before' | 'after' | 'mail' | 'outcome' | 'result' | 'written' | 'undo'> & {
  before: State
  after: State
  mail: Mail | null
  outcome: Outcome
  result: Outcome | null
  written: AnyWritten | null
  undo: Undo | null
}
const typedRow = (row: StoredRow) => row as unknown as ChangeRow

type RowQuery = {
  cursor?: string | undefined
  per_page: number
  outcome?: Outcome | undefined
  undo?: Undo | undefined
}

/** A page of the rows in their order. */
export const pageOfRows = async (tx: Tx, change: Of, query: RowQuery) => {
  let rows = rowsOf(tx, change)
  if (query.outcome) rows = rows.where(sql<boolean>`coalesce(result, outcome) = ${query.outcome}`)
  if (query.undo) rows = rows.where('undo', '=', query.undo)
  const page = await keysetPage(rows, { cursor: query.cursor, per_page: query.per_page, sort: 'number', keys: [] })
  return { data: page.data.map(typedRow), meta: page.meta }
}

/** The next row of the run; rows are done in their order under the lock of the change, so none is left before `after`. */
export const nextToRun = async (tx: Tx, change: Of, after: number): Promise<ChangeRow | null> => {
  const row = await rowsOf(tx, change)
    .where('id', '>', after)
    .where('result', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? typedRow(row) : null
}

const undoable = (tx: Tx, change: Of) =>
  rowsOf(tx, change).where('undo', 'is', null).where('written', 'is not', null).orderBy('id', 'desc')

/** The next row of the undo, in the same way from the last one back. */
export const nextToUndo = async (tx: Tx, change: Of, before: number): Promise<ChangeRow | null> => {
  const row = await undoable(tx, change).where('id', '<', before).limit(1).executeTakeFirst()
  return row ? typedRow(row) : null
}

/** Every row that an undo would look at, the last one first. */
export const rowsToUndo = async (tx: Tx, change: Of): Promise<ChangeRow[]> =>
  (await undoable(tx, change).execute()).map(typedRow)

type RowChange = Partial<{
  enrollment_id: number
  result: Outcome
  result_reason: string | null
  written: AnyWritten
  mail: Mail
  undo: Undo
  undo_reason: string | null
}>

export const updateRow = async (tx: Tx, portalId: number, rowId: number, { written, mail, ...change }: RowChange) => {
  const state = { ...(written && { written: JSON.stringify(written) }), ...(mail && { mail: JSON.stringify(mail) }) }
  await tx
    .updateTable('bulk_change_rows')
    .set({ ...change, ...state })
    .where('portal_id', '=', portalId)
    .where('id', '=', rowId)
    .execute()
}

/**
 * Notes why a row was left out of the run or of the undo; false where another process has done it since the transaction of
 * the row was given up.
 */
export const leaveRowOut = async (tx: Tx, portalId: number, rowId: number, step: 'run' | 'undo', reason: string) => {
  const [field, change] =
    step === 'run'
      ? (['result', { result: 'refused', result_reason: reason }] as const)
      : (['undo', { undo: 'kept', undo_reason: reason }] as const)
  const { numUpdatedRows } = await tx
    .updateTable('bulk_change_rows')
    .set(change)
    .where('portal_id', '=', portalId)
    .where('id', '=', rowId)
    .where(field, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rows that the run does not try keep what the preview said; answers how many there are. */
export const settleUntried = async (tx: Tx, { portal_id, id }: Of): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_change_rows')
    .set((eb) => ({ result: eb.ref('outcome'), result_reason: eb.ref('reason') }))
    .where('portal_id', '=', portal_id)
    .where('change_id', '=', id)
    .where('outcome', '<>', 'changed')
    .where('result', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What has not been run when a run stops for good is left out. */
export const refuseRest = async (tx: Tx, { portal_id, id }: Of, reason: string): Promise<void> => {
  await tx
    .updateTable('bulk_change_rows')
    .set({ result: 'refused', result_reason: reason })
    .where('portal_id', '=', portal_id)
    .where('change_id', '=', id)
    .where('result', 'is', null)
    .execute()
}

/** Over all portals: bulk changes whose time is over go, with their rows (BLK-014). */
export const forgetExpired = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('bulk_changes').where('expires_at', '<=', now).execute()
}
