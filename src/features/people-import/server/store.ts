import { sql } from 'kysely'
import type { Role } from '#kernel/access/permissions.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Field, type ImportStatus, OUTCOMES, type Outcome, STATUS_WORDS } from '../rules/fields.ts'
import type { PersonValues, ReadRow } from '../rules/read-row.ts'

export type Columns = Record<Field, number | null>

/** What the run has written for a row, as far as the undo needs it. */
export type Written = {
  user_id: number
  is_new: boolean
  before: Record<string, string | null>
  /** Who confirmed, and when, that the former mobile number may get texts. */
  former_consent?: { at: string; user_id: number | null }
  after: PersonValues
  roles: Role[]
  tag_ids: number[]
  enrollment_id: number | null
  course: string | null
}

/** A row as it is kept for the run. */
export type KeptRow = ReadRow & { course_id: number | null; is_further: boolean }

const IMPORT_COLUMNS = [
  'id',
  'portal_id',
  'user_id',
  'role',
  'impersonator_id',
  'file_name',
  'file_key',
  'status',
  'header',
  'samples',
  'columns',
  'rows_total',
  'rows_done',
  'credits',
  'sums',
  'problem',
  'created_at',
  'run_at',
  'finished_at',
  'expires_at',
] as const

const imports = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('people_imports')
    .select(IMPORT_COLUMNS)
    .$narrowType<{ status: ImportStatus }>()
    .where('portal_id', '=', portalId)

type StoredImport = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>
export type ImportRecord = Omit<StoredImport, 'header' | 'samples' | 'columns' | 'sums' | 'role'> & {
  sums: Sums | null
  role: Role
  header: string[]
  samples: string[][]
  columns: Columns
}
const typed = (row: StoredImport) => row as unknown as ImportRecord

export const findImport = async (tx: Tx, portalId: number, id: number): Promise<ImportRecord | null> => {
  const row = await imports(tx, portalId).where('id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

/** The import, locked until the transaction ends: its steps and rows follow one after the other, in all processes. */
export const lockImport = async (tx: Tx, portalId: number, id: number): Promise<ImportRecord | null> => {
  const row = await imports(tx, portalId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? typed(row) : null
}

export const listImports = async (tx: Tx, portalId: number, now: Date): Promise<ImportRecord[]> => {
  const rows = await imports(tx, portalId).where('expires_at', '>', now).orderBy('id', 'desc').limit(20).execute()
  return rows.map(typed)
}

type NewImport = {
  portal_id: number
  user_id: number
  role: Role
  impersonator_id: number | null
  file_name: string
  header: string[]
  samples: string[][]
  columns: Columns
  created_at: Date
  expires_at: Date
}

export const insertImport = async (tx: Tx, { header, samples, columns, ...values }: NewImport): Promise<number> => {
  const { id } = await tx
    .insertInto('people_imports')
    .values({
      ...values,
      header: JSON.stringify(header),
      samples: JSON.stringify(samples),
      columns: JSON.stringify(columns),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Partial<{
  status: ImportStatus
  user_id: number
  role: Role
  impersonator_id: number | null
  file_key: string | null
  columns: Columns
  sums: Sums
  rows_total: number
  rows_done: number
  credits: number
  problem: string | null
  checked_at: Date
  run_at: Date
  finished_at: Date
  undone_at: Date
  expires_at: Date
}>

export const updateImport = async (tx: Tx, portalId: number, id: number, { columns, sums, ...change }: Change) => {
  await tx
    .updateTable('people_imports')
    .set({
      ...change,
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(sums && { sums: JSON.stringify(sums) }),
    })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

/** Ends a step: the import keeps how its rows came out, so that nobody who looks at it counts them again. */
export const endStep = async (tx: Tx, { portal_id, id }: Pick<ImportRecord, 'portal_id' | 'id'>, change: Change) =>
  updateImport(tx, portal_id, id, { ...change, sums: await countRows(tx, portal_id, id) })

/** Takes a step, if it is its turn; `not_found` and `import_moved_on` otherwise (USR-068). */
export const takeStep = async (
  tx: Tx,
  portalId: number,
  id: number,
  { from, ...change }: Change & { from: readonly ImportStatus[] },
): Promise<ImportRecord> => {
  const current = await lockImport(tx, portalId, id)
  if (!current) throw fail('not_found')
  requireTurn(current, from)
  await updateImport(tx, portalId, id, change)
  return current
}

/** That an import is in one of these states, or `import_moved_on`. */
export const requireTurn = ({ status }: Pick<ImportRecord, 'status'>, from: readonly ImportStatus[]): void => {
  if (!from.includes(status)) throw fail('import_moved_on', { params: { state: STATUS_WORDS[status] } })
}

export type CheckedRow = {
  line: number
  email: string
  name: string
  data: KeptRow | null
  outcome: Outcome
  reason: string | null
  other_line: number | null
  credits: number
}

export const insertRows = async (tx: Tx, portalId: number, importId: number, rows: readonly CheckedRow[]) => {
  if (rows.length === 0) return
  const json = JSON.stringify(rows)
  await sql`
    insert into people_import_rows (portal_id, import_id, line, email, name, data, outcome, reason, other_line, credits)
    select ${portalId}::bigint, ${importId}::bigint, r.line, r.email, r.name, nullif(r.data, 'null'::jsonb), r.outcome, r.reason,
      r.other_line, r.credits
    from jsonb_to_recordset(${json}::jsonb) as r (
      line int, email text, name text, data jsonb, outcome text, reason text, other_line int, credits int)
    order by r.line`.execute(tx)
}

export const deleteRows = async (tx: Tx, portalId: number, importId: number) => {
  await tx
    .deleteFrom('people_import_rows')
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)
    .execute()
}

const ROW_COLUMNS = [
  'id',
  'line',
  'email',
  'name',
  'outcome',
  'reason',
  'other_line',
  'credits',
  'result',
  'result_reason',
  'undo',
  'undo_reason',
] as const

const rowsOf = (tx: Tx, portalId: number, importId: number) =>
  tx
    .selectFrom('people_import_rows')
    .select(ROW_COLUMNS)
    .$narrowType<{ outcome: Outcome; result: Outcome | null; undo: 'taken_back' | 'kept' | null }>()
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)

const DIFFERS = sql<boolean>`result <> outcome`

type RowQuery = {
  cursor?: string | undefined
  per_page: number
  outcome?: Outcome | undefined
  is_different?: boolean | undefined
  undo?: 'taken_back' | 'kept' | undefined
}

/** A page of the rows in the order of the sheet. */
export const pageOfRows = (tx: Tx, portalId: number, importId: number, query: RowQuery) => {
  let rows = rowsOf(tx, portalId, importId)
  if (query.outcome) rows = rows.where(sql<boolean>`coalesce(result, outcome) = ${query.outcome}`)
  if (query.is_different) rows = rows.where(DIFFERS)
  if (query.undo) rows = rows.where('undo', '=', query.undo)
  return keysetPage(rows, { cursor: query.cursor, per_page: query.per_page, sort: 'line', keys: [] })
}

/** A row that waits for the run, or for the undo. */
const waiting = (tx: Tx, { portal_id, id }: Pick<ImportRecord, 'portal_id' | 'id'>) =>
  tx
    .selectFrom('people_import_rows')
    .select(['id', 'line', 'data', 'written', 'outcome'])
    .$narrowType<{ outcome: Outcome }>()
    .where('portal_id', '=', portal_id)
    .where('import_id', '=', id)

/**
 * The next row of the run. Rows are done in their order under the lock of the import, so none is left before `after`; without
 * it, every row would be looked for through all that are done.
 */
export const nextToRun = async (tx: Tx, record: ImportRecord, after: number) => {
  const row = await waiting(tx, record)
    .where('id', '>', after)
    .where('result', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, line: row.line, outcome: row.outcome, data: row.data as unknown as KeptRow } : null
}

/** The next row of the undo, in the same way from the last one back. */
export const nextToUndo = async (tx: Tx, record: ImportRecord, before: number) => {
  const row = await waiting(tx, record)
    .where('id', '<', before)
    .where('undo', 'is', null)
    .where('written', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, written: row.written as unknown as Written } : null
}

type RowChange = Partial<{
  result: Outcome
  result_reason: string | null
  written: Written
  undo: 'taken_back' | 'kept'
  undo_reason: string | null
}>

export const updateRow = async (tx: Tx, portalId: number, rowId: number, { written, ...change }: RowChange) => {
  await tx
    .updateTable('people_import_rows')
    .set({ ...change, ...(written && { written: JSON.stringify(written) }) })
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
    .updateTable('people_import_rows')
    .set(change)
    .where('portal_id', '=', portalId)
    .where('id', '=', rowId)
    .where(field, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rows that the run does not try keep what the check said; answers how many there are. */
export const settleUntried = async (tx: Tx, record: ImportRecord, writing: readonly Outcome[]): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('people_import_rows')
    .set((eb) => ({ result: eb.ref('outcome'), result_reason: eb.ref('reason') }))
    .where('portal_id', '=', record.portal_id)
    .where('import_id', '=', record.id)
    .where('outcome', 'not in', [...writing])
    .where('result', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What has not been run when a run stops is refused. */
export const refuseRest = async (tx: Tx, record: ImportRecord, reason: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('people_import_rows')
    .set({ result: 'refused', result_reason: reason })
    .where('portal_id', '=', record.portal_id)
    .where('import_id', '=', record.id)
    .where('result', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type Counts = Record<Outcome, number>
/** How many rows the check and the run sorted how, what differs between the two, and what an undo took back. */
export type Sums = {
  counts: Counts
  results: Counts
  /** New people by the check whose rows have no e-mail. */
  new_without_email: number
  different: number
  taken_back: number
  kept: number
}
const none = (): Counts => Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Counts

/** No row yet. */
export const noSums = (): Sums => ({
  counts: none(),
  results: none(),
  new_without_email: 0,
  different: 0,
  taken_back: 0,
  kept: 0,
})

/** How many rows of an import came out how. */
const countRows = async (tx: Tx, portalId: number, importId: number): Promise<Sums> => {
  const rows = await tx
    .selectFrom('people_import_rows')
    .select((eb) => [
      'outcome',
      'result',
      'undo',
      eb('email', '=', '').as('has_no_email'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)
    .groupBy(['outcome', 'result', 'undo', 'has_no_email'])
    .execute()
  const sums = noSums()
  for (const { outcome, result, undo, has_no_email: hasNoEmail, count } of rows) {
    sums.counts[outcome as Outcome] += Number(count)
    if (hasNoEmail && outcome === 'new') sums.new_without_email += Number(count)
    if (result) {
      sums.results[result as Outcome] += Number(count)
      if (result !== outcome) sums.different += Number(count)
    }
    if (undo) sums[undo as 'taken_back' | 'kept'] += Number(count)
  }
  return sums
}

/** Over all portals: imports whose time is over go, with their rows; answers the keys of their files. */
export const takeExpired = async (tx: Tx, now: Date): Promise<string[]> => {
  const rows = await tx.deleteFrom('people_imports').where('expires_at', '<=', now).returning('file_key').execute()
  return rows.flatMap((row) => row.file_key ?? [])
}
