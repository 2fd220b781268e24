import { sql } from 'kysely'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import {
  type Decided,
  type Format,
  type ImportStatus,
  OUTCOMES,
  type Outcome,
  RESULTS,
  type Result,
} from '../rules/decide.ts'
import type { FileQuestion } from '../rules/found.ts'

const COLUMNS = [
  'id',
  'portal_id',
  'question_pool_id',
  'user_id',
  'file_name',
  'format',
  'status',
  'created_at',
  'run_at',
  'expires_at',
] as const

const imports = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('question_imports')
    .select(COLUMNS)
    .$narrowType<{ format: Format; status: ImportStatus }>()
    .where('portal_id', '=', portalId)

export type ImportRecord = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>

export const findImport = async (tx: Tx, portalId: number, id: number): Promise<ImportRecord | null> =>
  (await imports(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

/** Locked until the transaction ends, so that two clicks run an import once. */
export const lockImport = async (tx: Tx, portalId: number, id: number): Promise<ImportRecord | null> =>
  (await imports(tx, portalId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null

export const listImports = (tx: Tx, portalId: number, poolId: number, now: Date): Promise<ImportRecord[]> =>
  imports(tx, portalId)
    .where('question_pool_id', '=', poolId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

type NewImport = {
  portal_id: number
  question_pool_id: number
  user_id: number
  file_name: string
  format: Format
  created_at: Date
  expires_at: Date
}

export const insertImport = async (tx: Tx, values: NewImport, rows: readonly Decided[]): Promise<number> => {
  const { id } = await tx.insertInto('question_imports').values(values).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into question_import_rows (portal_id, import_id, place, title, category, question, outcome, reason, notes)
    select ${values.portal_id}::bigint, ${id}::bigint, r.place, r.title, r.category, nullif(r.question, 'null'::jsonb),
      r.outcome, r.reason, r.notes
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e (row, at)
    cross join jsonb_to_record(e.row) as r (
      place text, title text, category text, question jsonb, outcome text, reason text, notes text[])
    order by e.at`.execute(tx)
  return id
}

export const updateImport = async (
  tx: Tx,
  portalId: number,
  id: number,
  values: Partial<{ status: ImportStatus; user_id: number; run_at: Date }>,
): Promise<void> => {
  await tx.updateTable('question_imports').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

export type StoredRow = {
  id: number
  place: string
  title: string
  category: string | null
  question: FileQuestion | null
  outcome: Outcome
  reason: string | null
  notes: string[]
  result: Result | null
  result_reason: string | null
  question_id: number | null
}

const rowsOf = (tx: Tx, portalId: number, importId: number) =>
  tx
    .selectFrom('question_import_rows')
    .select([
      'id',
      'place',
      'title',
      'category',
      'question',
      'outcome',
      'reason',
      'notes',
      'result',
      'result_reason',
      'question_id',
    ])
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)

export const loadRows = async (tx: Tx, portalId: number, importId: number): Promise<StoredRow[]> =>
  (await rowsOf(tx, portalId, importId).orderBy('id').execute()) as unknown as StoredRow[]

type RowsQuery = {
  cursor?: string | undefined
  per_page: number
  outcome?: Outcome | undefined
  result?: Result | undefined
}

export const pageOfRows = async (
  tx: Tx,
  portalId: number,
  importId: number,
  { outcome, result, ...at }: RowsQuery,
): Promise<Page<StoredRow>> => {
  let query = rowsOf(tx, portalId, importId)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (result) query = query.where('result', '=', result)
  const paged = await keysetPage(query, { ...at, sort: 'line', keys: [], direction: 'asc' })
  return paged as unknown as Page<StoredRow>
}

export type RowResult = { id: number; result: Result; result_reason: string | null; question_id: number | null }

/** Notes what was done with rows, in one statement. */
export const saveResults = async (tx: Tx, portalId: number, results: readonly RowResult[]): Promise<void> => {
  if (results.length === 0) return
  await sql`
    update question_import_rows w
    set result = r.result, result_reason = r.result_reason, question_id = r.question_id
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r (id bigint, result text, result_reason text, question_id bigint)
    where w.portal_id = ${portalId} and w.id = r.id`.execute(tx)
}

type Category = { name: string; questions_count: number; new: number; present: number }
type Sums = {
  counts: Record<Outcome, number>
  results: Record<Result, number>
  categories: Category[]
}

/** How the questions of an import came out, and in which categories they stand. */
export const countRows = async (tx: Tx, portalId: number, importId: number): Promise<Sums> => {
  const rows = await tx
    .selectFrom('question_import_rows')
    .select((eb) => [
      'category',
      'outcome',
      'result',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('id').as('first'),
    ])
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)
    .groupBy(['category', 'outcome', 'result'])
    .orderBy('first')
    .execute()
  const counts = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>
  const results = Object.fromEntries(RESULTS.map((name) => [name, 0])) as Record<Result, number>
  const categories = new Map<string, Category>()
  for (const { category, outcome, result, count } of rows) {
    counts[outcome as Outcome] += Number(count)
    if (result) results[result as Result] += Number(count)
    const name = category ?? ''
    const known = categories.get(name) ?? { name, questions_count: 0, new: 0, present: 0 }
    categories.set(name, known)
    known.questions_count += Number(count)
    if (outcome === 'new' || outcome === 'present') known[outcome] += Number(count)
  }
  return { counts, results, categories: [...categories.values()] }
}

/** Over all portals: imports whose time is over go, with their rows. */
export const deleteExpired = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('question_imports').where('expires_at', '<=', now).execute()
}
