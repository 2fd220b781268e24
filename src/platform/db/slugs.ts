import { sql } from 'kysely'
import { numberedSlug, slugify } from '#kernel/text.ts'
import type { Tx } from './db.ts'

/** Tables whose records have a slug. */
export type SlugTable =
  | 'pages'
  | 'terms'
  | 'articles'
  | 'bundles'
  | 'article_categories'
  | 'faq_items'
  | 'authors'
  | 'external_pages'
  | 'partner_companies'
type Place = {
  portal_id: number
  /** The record itself, whose present slug is not taken by another. */
  except_id?: number | null
  /** The list of terms the slug must be free in. */
  kind?: string
  /** Slugs that mean something else at this place of an address. */
  reserved?: readonly string[]
}

/** A free slug for a title or wish in a list of the portal; a taken one gets a number (CNT-023). */
export const takeSlug = async (
  tx: Tx,
  table: SlugTable,
  wish: string,
  { portal_id: portalId, except_id: exceptId = null, kind, reserved = [] }: Place,
): Promise<string> => {
  const slug = slugify(wish) || 'page'
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)}
    where portal_id = ${portalId} and left(slug, ${slug.length}) = ${slug}
      and (${exceptId}::bigint is null or id <> ${exceptId}::bigint)
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`.execute(tx)
  return numberedSlug(slug, [...rows.map((row) => row.slug), ...reserved])
}
