import { type Kysely, sql } from 'kysely'
import type { Use } from '#kernel/content.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { logActivity } from '../db/activity.ts'
import type { Tx } from '../db/db.ts'
import type { DB } from '../db/db-types.ts'
import { keysetPage, type SortKey } from '../db/paging.ts'
import { type SlugTable, takeSlug } from '../db/slugs.ts'
import { dropPages } from '../pages/page-tags.ts'
import { type Route, route } from './route.ts'

type Columns = Record<string, unknown>
/** A record with the columns that its kind reads. */
export type ContentRow = Columns & { id: number }

/** A kind of content: its table, how it is read, and which values of a request are stored (CNT-035). */
export type ContentKind<Body extends Columns = Columns> = {
  /** Names the records in the activity log; `partner_author` is made by `partner-author.create`. */
  subject: string
  table: keyof DB
  columns: readonly string[]
  /** The columns of a row of the list, where those are fewer. */
  listed?: readonly string[]
  /** The column that is searched. */
  search: string
  /** What each of the list's sorts sorts by. */
  sorts: Readonly<Record<string, SortKey>>
  /** The column whose text makes the slug; null where records have none (CNT-023). */
  slug_from: string | null
  /** The columns as they are kept, cleaned and checked; `before` is the record that is changed, null for a new one. */
  keep: (body: Partial<Body>, ctx: SignedIn, before: ContentRow | null) => Columns
  /** Refuses values that do not fit the portal's other records, before they are stored. */
  check?: (tx: Tx, ctx: SignedIn, body: Partial<Body>, before: ContentRow | null) => Promise<void>
  /** What is said at a field when the database finds its value in another record, by the name of the constraint. */
  unique?: Readonly<Record<string, { field: string; text: string }>>
  /** The columns that point at such records; answers count them as `used_by`, so that deleting can say what loses its link (CNT-022). */
  uses?: readonly { by: Use['by']; table: keyof DB; column: string }[]
  /** The record in answers, if it differs from how it is stored. */
  present?: (row: ContentRow) => ContentRow
  /** The pages that show such records, by the names of their tags. */
  tags: readonly string[]
}

/** The columns apart from the portal that separate the records of a list from others in its table. */
export type Among = Readonly<Record<string, string | number | null>>

// The table is named by the kind, and what is read and written by its columns.
const tables = (tx: Tx) => tx as unknown as Kysely<Record<string, Columns>>

const records = (tx: Tx, ctx: SignedIn, { table }: ContentKind, among: Among) => {
  let query = tables(tx).selectFrom(table).where('portal_id', '=', ctx.portal.id)
  for (const [column, value] of Object.entries(among)) query = query.where(column, value === null ? 'is' : '=', value)
  return query
}

/** How many records of each sort use the given ones. */
const withUses = async (tx: Tx, ctx: SignedIn, { uses }: ContentKind, rows: ContentRow[]): Promise<ContentRow[]> => {
  if (!uses || rows.length === 0) return rows
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  const counts = uses.map(
    ({ by, table, column }) => sql`
      select ${by} as by, ${sql.ref(column)} as id, count(*)::int as count from ${sql.table(table)}
      where portal_id = ${ctx.portal.id} and ${sql.ref(column)} = any(${ids}) group by ${sql.ref(column)}`,
  )
  const found = await sql<Use & { id: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  const usesOf = (id: number): Use[] =>
    found.rows.filter((use) => use.id === id).map(({ by, count }) => ({ by, count }))
  return rows.map((row) => ({ ...row, used_by: usesOf(row.id) }))
}

type ListRequest = { cursor?: string | undefined; per_page: number; sort: string; search?: string | undefined }

/** One page of the records of a list, searched and sorted. */
export const listContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  { search, ...page }: ListRequest,
) => {
  const key = kind.sorts[page.sort.replace(/^-/, '')]
  let query = records(tx, ctx, kind, among).select([...(kind.listed ?? kind.columns)])
  if (search) query = query.where(textHolds(kind.search, search))
  const found = await keysetPage(query as unknown as Parameters<typeof keysetPage<DB, 'authors', ContentRow>>[0], {
    ...page,
    keys: key ? [key] : [],
  })
  return { ...found, data: await withUses(tx, ctx, kind, found.data) }
}

const loadContent = async (tx: Tx, ctx: SignedIn, kind: ContentKind, among: Among, id: number): Promise<ContentRow> => {
  const row = await records(tx, ctx, kind, among)
    .select([...kind.columns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return row as ContentRow
}

/** A record of the list; `not_found` for one of another list or portal. */
export const showContent = async (tx: Tx, ctx: SignedIn, kind: ContentKind, among: Among, id: number) => {
  const rows = await withUses(tx, ctx, kind, [await loadContent(tx, ctx, kind, among, id)])
  const row = rows[0] as ContentRow
  return kind.present?.(row) ?? row
}

const logChange = async (tx: Tx, ctx: SignedIn, { subject, tags }: ContentKind, verb: string, id: number) => {
  await dropPages(tx, ...tags.map((tag) => `${tag}:${ctx.portal.id}`))
  const action = `${subject.replaceAll('_', '-')}.${verb}`
  await logActivity(tx, ctx, { action, subject_type: subject, subject_id: id })
}

/** Where a slug must be free: in the portal's list, which for terms is one kind of them (CNT-023). */
const slugPlace = (ctx: SignedIn, { kind }: Among) => ({
  portal_id: ctx.portal.id,
  ...(typeof kind === 'string' && { kind }),
})

/** Runs a write; a value that only one record may have is refused at its field. */
const storing = async <Result>({ unique }: ContentKind, write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    const taken = unique?.[(error as { constraint?: string }).constraint ?? '']
    throw taken ? fail('invalid', { fields: { [taken.field]: [taken.text] } }) : error
  }
}

/** Adds a record to the list; a taken slug gets a number. */
export const addContent = async <Body extends Columns>(
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind<Body>,
  among: Among,
  body: Partial<Body>,
): Promise<{ id: number; slug: string }> => {
  await kind.check?.(tx, ctx, body, null)
  const values = kind.keep(body, ctx, null)
  const wish = kind.slug_from && String(body['slug'] || values[kind.slug_from])
  const slug = wish && (await takeSlug(tx, kind.table as SlugTable, wish, slugPlace(ctx, among)))
  const row = await storing(kind as ContentKind, () =>
    tables(tx)
      .insertInto(kind.table)
      .values({ ...values, ...(slug && { slug }), ...among, portal_id: ctx.portal.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const id = row['id'] as number
  await logChange(tx, ctx, kind as ContentKind, 'create', id)
  return { id, slug: slug || String(id) }
}

/** Changes what is given of a record; `not_found` for one of another list or portal. */
export const changeContent = async <Body extends Columns>(
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind<Body>,
  among: Among,
  id: number,
  body: Partial<Body>,
): Promise<void> => {
  const before = await loadContent(tx, ctx, kind as ContentKind, among, id)
  await kind.check?.(tx, ctx, body, before)
  const place = { ...slugPlace(ctx, among), except_id: id }
  const isMoved = Boolean(body['slug']) && body['slug'] !== before['slug']
  const slug = isMoved ? { slug: await takeSlug(tx, kind.table as SlugTable, String(body['slug']), place) } : {}
  const values = Object.entries({ ...kind.keep(body, ctx, before), ...slug }).filter(([, value]) => value !== undefined)
  if (values.length > 0) {
    await storing(kind as ContentKind, () =>
      tables(tx)
        .updateTable(kind.table)
        .set(Object.fromEntries(values))
        .where('portal_id', '=', ctx.portal.id)
        .where('id', '=', id)
        .execute(),
    )
  }
  await logChange(tx, ctx, kind as ContentKind, 'update', id)
}

/** Deletes a record with its links to others, and nothing else (CNT-022). */
export const removeContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  id: number,
): Promise<void> => {
  await loadContent(tx, ctx, kind, among, id)
  await tables(tx).deleteFrom(kind.table).where('portal_id', '=', ctx.portal.id).where('id', '=', id).execute()
  await logChange(tx, ctx, kind, 'delete', id)
}

type ContentCalls = Record<'list' | 'create' | 'show' | 'update', AnyEndpoint> & { remove?: AnyEndpoint }
type FindAmong = (tx: Tx, ctx: SignedIn, query: Columns) => Promise<Among>

/**
 * What answers the calls of a list of content; without `remove` its records stay. `find` says which records of the table the caller reaches by the
 * call's query, and refuses those who reach none.
 */
export const contentRoutes = <Body extends Columns>(
  { list, create, show, update, remove }: ContentCalls,
  options: ContentKind<Body>,
  find: FindAmong,
): Route[] => {
  const kind = options as ContentKind
  const presentOne = async (tx: Tx, ctx: SignedIn, among: Among, id: number) => ({
    data: await showContent(tx, ctx, kind, among, id),
  })
  return [
    route(list, async ({ tx, ctx, query }) =>
      listContent(tx, ctx as SignedIn, kind, await find(tx, ctx as SignedIn, query), query as ListRequest),
    ),
    route(create, async ({ tx, ctx, query, body }) => {
      const among = await find(tx, ctx as SignedIn, query)
      const { id } = await addContent(tx, ctx as SignedIn, kind, among, body)
      return presentOne(tx, ctx as SignedIn, among, id)
    }),
    route(show, async ({ tx, ctx, query, params }) =>
      presentOne(tx, ctx as SignedIn, await find(tx, ctx as SignedIn, query), params.id),
    ),
    route(update, async ({ tx, ctx, query, params, body }) => {
      const among = await find(tx, ctx as SignedIn, query)
      await changeContent(tx, ctx as SignedIn, kind, among, params.id, body)
      return presentOne(tx, ctx as SignedIn, among, params.id)
    }),
    ...(remove
      ? [
          route(remove, async ({ tx, ctx, query, params }) => {
            await removeContent(tx, ctx as SignedIn, kind, await find(tx, ctx as SignedIn, query), params.id)
            return undefined
          }),
        ]
      : []),
  ]
}
