import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { DB } from '../db-types.ts'

/** New ids by the old ones. */
export type CopiedIds = ReadonlyMap<number, number>

type Table = keyof DB & string
type ColumnOf<T extends Table> = keyof DB[T] & string

export type RowsToCopy<T extends Table> = {
  portal_id: number
  /** Which rows; without it all those that a moved column leads to. */
  ids?: readonly number[]
  /** Columns that a copy takes over as they are. */
  columns: readonly ColumnOf<T>[]
  /** What stands in a copy instead: a value, or SQL over the original, `t`. */
  set?: Partial<Record<ColumnOf<T>, unknown>>
  /** Columns that name rows which were copied before: a copy names their copies. */
  moved?: Partial<Record<ColumnOf<T>, CopiedIds>>
  /** Rows that were deleted are left out. */
  is_live?: boolean
}

const expressionOf = (value: unknown): Expression<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value
    ? (value as RawBuilder<unknown>)
    : sql`${value}`

/** The parts of a copy that do not depend on whether its rows have ids. */
const partsOf = <T extends Table>(
  table: T,
  { portal_id, ids, columns, set = {}, moved = {}, is_live }: RowsToCopy<T>,
) => {
  const moves = Object.entries(moved) as [string, CopiedIds][]
  const joins = moves.map(
    ([column, map], index) =>
      sql`join unnest(${[...map.keys()]}::bigint[], ${[...map.values()]}::bigint[]) as ${sql.ref(`m${index}`)} (old, new)
        on ${sql.ref(`m${index}.old`)} = ${sql.ref(`t.${column}`)}`,
  )
  const names = ['portal_id', ...columns, ...Object.keys(set), ...moves.map(([column]) => column)]
  const values = [
    sql.ref('t.portal_id'),
    ...columns.map((column) => sql.ref(`t.${column}`)),
    ...Object.values(set).map(expressionOf),
    ...moves.map((_, index) => sql.ref(`m${index}.new`)),
  ]
  const wheres = [
    sql`t.portal_id = ${portal_id}`,
    ...(ids ? [sql`t.id = any(${[...ids]}::bigint[])`] : []),
    ...(is_live ? [sql`t.deleted_at is null`] : []),
  ]
  return {
    from: sql`${sql.table(table)} t ${sql.join(joins, sql` `)}`,
    names: sql.join(names.map((name) => sql.ref(name))),
    values: sql.join(values),
    where: sql.join(wheres, sql` and `),
  }
}

/** Copies rows that have ids, in one statement however many they are, in the order of their ids; answers the new ids. */
export const copyRows = async <T extends Table>(tx: Tx, table: T, copy: RowsToCopy<T>): Promise<CopiedIds> => {
  if (copy.ids?.length === 0 || Object.values(copy.moved ?? {}).some((map) => (map as CopiedIds).size === 0))
    return new Map()
  const { from, names, values, where } = partsOf(table, copy)
  const { rows } = await sql<{ old: number; new: number }>`
    with picked as (select t.id from ${from} where ${where} order by t.id),
    fresh as materialized (select id as old, nextval(pg_get_serial_sequence(${table}, 'id')) as new from picked),
    added as (
      insert into ${sql.table(table)} (id, ${names}) overriding system value
      select fresh.new, ${values} from ${from} join fresh on fresh.old = t.id where ${where}
    )
    select old, new from fresh`.execute(tx)
  return new Map(rows.map((row) => [row.old, row.new]))
}

/** Copies rows without ids of their own, in one statement. */
export const copyLinks = async <T extends Table>(tx: Tx, table: T, copy: RowsToCopy<T>): Promise<void> => {
  if (Object.values(copy.moved ?? {}).some((map) => (map as CopiedIds).size === 0)) return
  const { from, names, values, where } = partsOf(table, copy)
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${from} where ${where}`.execute(tx)
}

/** Writes texts of these rows again, those in which one of the words stands, by a rule; one statement reads and one writes. */
export const rewriteTexts = async <T extends Table>(
  tx: Tx,
  table: T,
  rows: { portal_id: number; ids: readonly number[]; column: ColumnOf<T>; words: readonly string[] },
  rewrite: (text: string) => string,
): Promise<void> => {
  if (rows.ids.length === 0) return
  const column = sql.ref(rows.column)
  const { rows: texts } = await sql<{ id: number; text: string }>`
    select id, ${column} as text from ${sql.table(table)}
    where portal_id = ${rows.portal_id} and id = any(${[...rows.ids]}::bigint[])
      and exists (select from unnest(${[...rows.words]}::text[]) w (word) where strpos(${column}, w.word) > 0)`.execute(
    tx,
  )
  const changed = texts.flatMap(({ id, text }) => {
    const next = rewrite(text)
    return next === text ? [] : [{ id, text: next }]
  })
  if (changed.length === 0) return
  await sql`
    update ${sql.table(table)} t set ${column} = n.text
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ text }) => text)}::text[]) as n (id, text)
    where t.portal_id = ${rows.portal_id} and t.id = n.id`.execute(tx)
}
