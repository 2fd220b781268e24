import { type RawBuilder, sql } from 'kysely'
import type { GuardName } from '#kernel/access/guards.ts'
import type { Tx } from '../db/db.ts'

/**
 * One kind of public pages that belong to records: how search engines learn about them, and the text of the picture for
 * one of them. Every slice with such pages makes one; `app/rendering/page-kinds.ts` lists them.
 */
export type PageKind = {
  /** The word in addresses of sitemaps and drawn pictures, and of `record` in a page's head. */
  name: string
  /** Tags that drop cached pages when such a record changes, without the portal's id: `courses`. */
  tags: readonly string[]
  /** The guards of these pages, in addition to those of all public pages. */
  guards: readonly GuardName[]
  /** A query of the portal's published records: `id`, `path` (not yet escaped), `changed_at`, `title`. */
  pages: (portalId: number) => RawBuilder<unknown>
}

export type KindPage = { id: number; path: string; changed_at: Date | null; title: string }

/** How many pages of a kind a portal has. */
export const countPages = async (tx: Tx, kind: PageKind, portalId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${kind.pages(portalId)}) p`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** The pages of a kind whose ids come after `after`, in the order of their ids. */
export const listPages = async (
  tx: Tx,
  kind: PageKind,
  portalId: number,
  { after, limit }: { after: number; limit: number },
): Promise<KindPage[]> => {
  const { rows } = await sql<KindPage>`
    select id, path, changed_at, title from (${kind.pages(portalId)}) p where id > ${after} order by id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** The ids after which the second and every further part of `size` pages begin, with what changed last in each part. */
export const partsOf = async (tx: Tx, kind: PageKind, portalId: number, size: number) => {
  const { rows } = await sql<{ after: number; changed_at: Date | null }>`
    select coalesce(lag(last_id) over (order by part), 0) as after, changed_at from (
      select part, max(id) as last_id, max(changed_at) as changed_at from (
        select id, changed_at, (row_number() over (order by id) - 1) / ${sql.lit(size)} as part from (${kind.pages(portalId)}) p
      ) numbered group by part
    ) parts order by part`.execute(tx)
  return rows
}

/** The page of one record, or null if it has none. */
export const findPage = async (tx: Tx, kind: PageKind, portalId: number, id: number): Promise<KindPage | null> => {
  const { rows } = await sql<KindPage>`
    select id, path, changed_at, title from (${kind.pages(portalId)}) p where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The id of the record that had this slug and has given it up, as a subquery; `kind` is a table, or `terms/…` (ROU-004). */
export const formerIdOf = (portalId: number, kind: string, slug: string): RawBuilder<number> =>
  sql<number>`(select record_id from former_slugs where portal_id = ${portalId} and kind = ${kind} and slug = ${slug})`
