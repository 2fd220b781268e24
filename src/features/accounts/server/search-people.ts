import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { foldedTextHolds, searchPatterns } from '#platform/db/search-text.ts'

/** More people than this are looked for row by row: a list finds a page of them soon. */
const FEW = 1000

/**
 * Whether a person of the query is found by names, username and e-mail: every word must be part of them. Few people are
 * named by their ids, which an index finds, so that a portal of 100,000 people is searched as fast as a small one.
 */
export const searchPeople = async (
  tx: Tx,
  search: string,
  { id = 'u.id', text = 'u.folded_text' } = {},
): Promise<RawBuilder<boolean>> => {
  const patterns = searchPatterns(search)
  if (patterns.length === 0) return sql<boolean>`true`
  const { rows } = await sql<{ id: number }>`
    select people_found as id from people_found(${patterns}::text[], ${FEW + 1})`.execute(tx)
  if (rows.length > FEW) return foldedTextHolds(text, search)
  return sql<boolean>`${sql.ref(id)} = any(${rows.map((row) => row.id)}::bigint[])`
}

/** The ids of people of a portal, with those who left, whose names, username or e-mail a search finds. */
export const peopleFound = async (tx: Tx, portalId: number, search: string) =>
  tx
    .selectFrom('portal_users as m')
    .select('m.user_id')
    .where('m.portal_id', '=', portalId)
    .where(foldedTextHolds('m.folded_text', search))
    .where(await searchPeople(tx, search, { id: 'm.user_id', text: 'm.folded_text' }))
