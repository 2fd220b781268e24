import { type SelectQueryBuilder, sql } from 'kysely'
import { decodeCursor, type Page, type SortValue, toPage } from '#kernel/paging.ts'
import type { Tx } from './db.ts'

export type SortKey = {
  /** Name of the selected column that holds the value; it must never be null. */
  name: string
  /** SQL of the value, where it differs from the column's name; an index must serve it together with the id. */
  expression?: string
  /** SQL type of the value. */
  type: 'timestamptz' | 'bigint' | 'text' | 'int' | 'float8'
}

export type PageRequest = {
  cursor?: string | undefined
  per_page: number
  /** The sort as asked for; a cursor of another sort starts from the first page (API-015). */
  sort: string
  /** What the list is sorted by before the id; empty for lists in order of their ids. */
  keys: SortKey[]
  /** Where it is not the sort's own, which runs down with a `-`. */
  direction?: 'asc' | 'desc'
  /** SQL of the unique id, selected as `id`. Values and id run in one direction, so that one index serves them. */
  id?: string
}

const asSortValue = (value: unknown): SortValue => (value instanceof Date ? value.toISOString() : (value as SortValue))

/** One page of a list by keyset: the same cost at any depth, no OFFSET. Rows hold the key columns and `id` (API-012, API-013). */
export const keysetPage = async <DB, TB extends keyof DB, O extends { id: number }>(
  query: SelectQueryBuilder<DB, TB, O>,
  {
    keys,
    per_page: perPage,
    sort,
    direction = sort.startsWith('-') ? 'desc' : 'asc',
    id = 'id',
    ...request
  }: PageRequest,
): Promise<Page<O>> => {
  const decoded = request.cursor ? decodeCursor(request.cursor, sort) : null
  const cursor = decoded && decoded.values.length === keys.length ? decoded : null
  const isBackward = cursor?.direction === 'prev'
  const runsDown = (direction === 'desc') !== isBackward
  const expressions = [...keys.map((key) => sql.raw(key.expression ?? `"${key.name}"`)), sql.raw(id)]

  let paged = query
  if (cursor) {
    const values = [
      ...keys.map((key, index) => sql`${cursor.values[index]}::${sql.raw(key.type)}`),
      sql`${cursor.id}::bigint`,
    ]
    paged = paged.where(sql<boolean>`(${sql.join(expressions)}) ${sql.raw(runsDown ? '<' : '>')} (${sql.join(values)})`)
  }
  for (const expression of expressions) paged = paged.orderBy(expression, runsDown ? 'desc' : 'asc')
  const rows = (await paged.limit(perPage + 1).execute()) as O[]
  return toPage(rows, perPage, sort, cursor, (row) => ({
    values: keys.map((key) => asSortValue((row as Record<string, unknown>)[key.name])),
    id: row.id,
  }))
}

const COUNT = sql<number>`count(*)::int`

/** How many rows a query has, or `most` where there are that many or more: then no further row is read. */
export const countRows = async (
  tx: Tx,
  // biome-ignore lint/suspicious/noExplicitAny: counts the rows of a query of any shape
  query: SelectQueryBuilder<any, any, any>,
  most?: number,
): Promise<number> => {
  const rows = query.clearSelect().clearOrderBy()
  if (most === undefined) return (await rows.select(COUNT.as('rows')).executeTakeFirstOrThrow()).rows
  const first = rows.select(sql.lit(1).as('one')).limit(most).as('first')
  return (await tx.selectFrom(first).select(COUNT.as('rows')).executeTakeFirstOrThrow()).rows
}
