import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Use } from '#kernel/content.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { logActivity } from '../../db/activity.ts'
import type { Tx } from '../../db/db.ts'
import type { DB } from '../../db/db-types.ts'
import { keysetPage } from '../../db/paging.ts'
import { type SlugTable, takeSlug } from '../../db/slugs.ts'
import { dropPages } from '../../pages/page-tags.ts'
import type { Among, Columns, ContentKind, ContentRow, Link } from './kind.ts'

// The table is named by the kind, and what is read and written by its columns.
const tables = (tx: Tx) => tx as unknown as Kysely<Record<string, Columns>>

const records = (tx: Tx, ctx: SignedIn, { table }: ContentKind, among: Among) => {
  let query = tables(tx).selectFrom(table).where('portal_id', '=', ctx.portal.id)
  for (const [column, value] of Object.entries(among)) query = query.where(column, value === null ? 'is' : '=', value)
  return query
}

/** How many records of each sort name the given ones. */
export const withUses = async (
  tx: Tx,
  ctx: SignedIn,
  { uses }: ContentKind,
  rows: ContentRow[],
): Promise<ContentRow[]> => {
  if (!uses || rows.length === 0) return rows
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  const counts = uses.map((use) => {
    const naming =
      'naming' in use
        ? use.naming(ctx.portal.id)
        : sql`select ${sql.ref(use.column)} as id from ${sql.table(use.table)} where portal_id = ${ctx.portal.id}`
    return sql`
      select ${use.by} as by, naming.id, count(*)::int as count from (${naming}) as naming
      where naming.id = any(${ids}) group by naming.id`
  })
  const usage = await sql<Use & { id: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  const usesOf = (id: number): Use[] =>
    usage.rows.filter((use) => use.id === id).map(({ by, count }) => ({ by, count }))
  return rows.map((row) => ({ ...row, used_by: usesOf(row.id) }))
}

const computed = (parts: ContentKind['computed'] = {}) => Object.entries(parts).map(([name, part]) => part.as(name))

type ListRequest = Columns & {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
}

/** One page of the records of a list, narrowed down, searched and sorted. */
export const listContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  { search, cursor, per_page, sort, ...asked }: ListRequest,
) => {
  const key = kind.sorts[sort.replace(/^-/, '')]
  let query = records(tx, ctx, kind, among)
    .select([...(kind.listed ?? kind.columns)])
    .select(computed(kind.computed))
  if (search)
    query = query.where(typeof kind.search === 'function' ? kind.search(search) : textHolds(kind.search, search))
  for (const [name, filter] of Object.entries(kind.filters ?? {})) {
    const value = asked[name]
    if (value === undefined) continue
    query = typeof filter === 'string' ? query.where(filter, '=', value) : query.where(filter(value as never))
  }
  const page = await keysetPage(query as unknown as Parameters<typeof keysetPage<DB, 'authors', ContentRow>>[0], {
    cursor,
    per_page,
    sort,
    keys: key ? [key] : [],
  })
  const rows = await withUses(tx, ctx, kind, page.data)
  return { ...page, data: rows.map((row) => kind.present?.(row, ctx) ?? row) }
}

/** The ids at the other end of a record's links, in their order. */
const linkedIds = ({ table: records }: ContentKind, { table, own, other, is_ordered: isOrdered }: Link) => {
  const order = sql.ref(isOrdered ? 'link.sort_number' : `link.${other}`)
  return sql<number[]>`(
    select coalesce(jsonb_agg(link.${sql.ref(other)} order by ${order}), '[]') from ${sql.table(table)} link
    where link.portal_id = ${sql.ref(`${records}.portal_id`)} and link.${sql.ref(own)} = ${sql.ref(`${records}.id`)})`
}

/**
 * The record, locked: other changes to it wait until this one is done, and before it is deleted new links to it as well.
 */
export const lockContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  id: number,
  isDeleted = false,
): Promise<ContentRow> => {
  const row = records(tx, ctx, kind, among).select('id').where('id', '=', id)
  await (isDeleted ? row.forUpdate() : row.forNoKeyUpdate()).execute()
  return loadContent(tx, ctx, kind, among, id)
}

const loadContent = async (tx: Tx, ctx: SignedIn, kind: ContentKind, among: Among, id: number): Promise<ContentRow> => {
  const linked: Record<string, RawBuilder<unknown>> = Object.fromEntries(
    Object.entries(kind.links ?? {}).map(([field, link]) => [field, linkedIds(kind, link)]),
  )
  const row = await records(tx, ctx, kind, among)
    .select([...kind.columns])
    .select(computed({ ...kind.computed, ...kind.detailed, ...linked }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return row as ContentRow
}

/** A record of the list; `not_found` for one of another list or portal. */
export const showContent = async (tx: Tx, ctx: SignedIn, kind: ContentKind, among: Among, id: number) => {
  const [row] = await withUses(tx, ctx, kind, [await loadContent(tx, ctx, kind, among, id)])
  return kind.present?.(row as ContentRow, ctx) ?? (row as ContentRow)
}

/** What a record is called in the activity log. */
export const nameIn = ({ title, name, question }: Columns) => title ?? name ?? question

const logChange = async (
  tx: Tx,
  ctx: SignedIn,
  { subject, tags }: ContentKind,
  verb: string,
  { id, ...record }: ContentRow,
) => {
  await dropPages(tx, ...tags.map((tag) => `${tag}:${ctx.portal.id}`))
  const action = `${subject.replaceAll('_', '-')}.${verb}`
  const title = nameIn(record)
  const changes = title === undefined ? {} : { changes: { title } }
  await logActivity(tx, ctx, { action, subject_type: subject, subject_id: id, ...changes })
}

/** Where a slug must be free: in the portal's list, which for terms is one kind of them (CNT-023). */
const slugPlace = (ctx: SignedIn, { kind }: Among) => ({
  portal_id: ctx.portal.id,
  ...(typeof kind === 'string' && { kind }),
})

/** Refuses ids of records that the portal does not have, each at its field. */
const checkReferences = async (tx: Tx, ctx: SignedIn, { refers = {} }: ContentKind, body: Columns): Promise<void> => {
  const wrong: Record<string, string[]> = {}
  for (const [field, referred] of Object.entries(refers)) {
    const ids = new Set([body[field]].flat().filter((id): id is number => typeof id === 'number'))
    if (ids.size === 0) continue
    const existing = await records(tx, ctx, referred as unknown as ContentKind, referred.where ?? {})
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    if (existing.length < ids.size) wrong[field] = [errorText('not_in_options')]
  }
  if (Object.keys(wrong).length > 0) throw fail('invalid', { fields: wrong })
}

/** Runs a write; a value that only one record may have is refused at its field. */
const storing = async <Result>({ unique }: ContentKind, write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    const taken = unique?.[(error as { constraint?: string }).constraint ?? '']
    throw taken ? fail('invalid', { fields: { [taken.field]: [taken.text] } }) : error
  }
}

/** Links a record to those of the given ids, in their order, in place of those it was linked to. */
const storeLinks = async (tx: Tx, ctx: SignedIn, { links = {} }: ContentKind, id: number, body: Columns) => {
  for (const [field, { table, own, other, is_ordered: isOrdered }] of Object.entries(links)) {
    const ids = body[field]
    if (!Array.isArray(ids)) continue
    await tables(tx).deleteFrom(table).where('portal_id', '=', ctx.portal.id).where(own, '=', id).execute()
    const rows = [...new Set(ids)].map((otherId, at) => ({
      portal_id: ctx.portal.id,
      [own]: id,
      [other]: otherId,
      ...(isOrdered && { sort_number: at + 1 }),
    }))
    if (rows.length > 0) await tables(tx).insertInto(table).values(rows).execute()
  }
}

/** The columns to store: the fields that are kept as links are none, and without a place a record goes to the end. */
const columnsOf = (ctx: SignedIn, kind: ContentKind, among: Among, body: Columns, before: ContentRow | null) => {
  const linked = Object.keys(kind.links ?? {})
  const values = Object.entries(kind.keep(body, ctx, before)).filter(
    ([name, value]) => value !== undefined && name !== 'slug' && !linked.includes(name),
  )
  const columns: Columns = Object.fromEntries(values)
  const isWithoutPlace = columns['sort_number'] == null && (before === null || 'sort_number' in columns)
  if (!kind.has_place || !isWithoutPlace) return columns
  const others = Object.entries(among).map(([name, value]) => sql`and ${sql.ref(name)} is not distinct from ${value}`)
  const last = sql`(select least(coalesce(max(sort_number), 0) + 1, 100000) from ${sql.table(kind.table)}
    where portal_id = ${ctx.portal.id} ${sql.join(others, sql` `)})`
  return { ...columns, sort_number: last }
}

/** Adds a record to the list; a taken slug gets a number. */
export const addContent = async <Body extends Columns>(
  tx: Tx,
  ctx: SignedIn,
  described: ContentKind<Body>,
  among: Among,
  body: Partial<Body>,
): Promise<{ id: number; slug: string }> => {
  const kind = described as ContentKind
  await checkReferences(tx, ctx, kind, body)
  await kind.check?.(tx, ctx, body, null)
  const values = columnsOf(ctx, kind, among, body, null)
  const wish = kind.slug_from && String(body['slug'] || values[kind.slug_from])
  const slug = wish && (await takeSlug(tx, kind.table as SlugTable, wish, slugPlace(ctx, among)))
  const row = await storing(kind, () =>
    tables(tx)
      .insertInto(kind.table)
      .values({ ...values, ...(slug && { slug }), ...among, portal_id: ctx.portal.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const id = row['id'] as number
  await storeLinks(tx, ctx, kind, id, body)
  await kind.onSaved?.(tx, ctx, id, null)
  await logChange(tx, ctx, kind, 'create', { ...values, id })
  return { id, slug: slug || String(id) }
}

/** Changes what is given of a record; `not_found` for one of another list or portal. */
export const changeContent = async <Body extends Columns>(
  tx: Tx,
  ctx: SignedIn,
  described: ContentKind<Body>,
  among: Among,
  id: number,
  body: Partial<Body>,
): Promise<void> => {
  const kind = described as ContentKind
  const before = await lockContent(tx, ctx, kind, among, id)
  await checkReferences(tx, ctx, kind, body)
  await kind.check?.(tx, ctx, body, before)
  const place = { ...slugPlace(ctx, among), except_id: id }
  const isMoved = Boolean(body['slug']) && body['slug'] !== before['slug']
  const slug = isMoved ? { slug: await takeSlug(tx, kind.table as SlugTable, String(body['slug']), place) } : {}
  const values = { ...columnsOf(ctx, kind, among, body, before), ...slug }
  if (Object.keys(values).length > 0) {
    await storing(kind, () =>
      tables(tx)
        .updateTable(kind.table)
        .set(values)
        .where('portal_id', '=', ctx.portal.id)
        .where('id', '=', id)
        .execute(),
    )
  }
  await storeLinks(tx, ctx, kind, id, body)
  await kind.onSaved?.(tx, ctx, id, before)
  await logChange(tx, ctx, kind, 'update', { ...before, ...values, id })
}

/** Deletes a record with its links to others, and nothing else (CNT-022); answers it as it was. */
export const removeContent = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  id: number,
): Promise<ContentRow> => {
  const row = await loadContent(tx, ctx, kind, among, id)
  await tables(tx).deleteFrom(kind.table).where('portal_id', '=', ctx.portal.id).where('id', '=', id).execute()
  await logChange(tx, ctx, kind, 'delete', row)
  return row
}

/** Puts the address of a picture into its column; answers the one that was there before. */
export const changePicture = async (
  tx: Tx,
  ctx: SignedIn,
  kind: ContentKind,
  among: Among,
  { id, picture, url }: { id: number; picture: string; url: string | null },
): Promise<string | null> => {
  const before = await lockContent(tx, ctx, kind, among, id)
  await tables(tx)
    .updateTable(kind.table)
    .set({ [picture]: url })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await logChange(tx, ctx, kind, url ? 'upload-picture' : 'remove-picture', before)
  return before[picture] as string | null
}
