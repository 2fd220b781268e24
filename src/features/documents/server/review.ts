import { sql } from 'kysely'
import {
  loadDocuments,
  loadRequirements,
  namesOf,
  namingTerms,
  presentDocument,
} from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { todayOf } from './own.ts'
import { withinReach } from './reach.ts'

/** As many are shown at once; the others follow when these are decided. */
const MOST_SHOWN = 100

/** SQL: the documents that wait for a decision of the viewer, of people who have not left. */
export const waitingFor = (ctx: SignedIn) => sql`
  from compliance_records r
    join portal_users m on m.portal_id = r.portal_id and m.user_id = r.user_id and m.left_at is null
  where r.portal_id = ${ctx.portal.id} and r.document_id is not null and r.held_day is null and r.closed_day is null
    and r.revoked_day is null and ${withinReach(ctx)}`

/** What waits, the oldest first (CMP-019). */
export const listToReview = async (tx: Tx, ctx: SignedIn) => {
  const { rows } = await sql<{ id: number; count: number }>`
    select r.document_id as id, count(*) over ()::int as count ${waitingFor(ctx)}
    order by r.document_id limit ${MOST_SHOWN}`.execute(tx)
  const documents = await loadDocuments(tx, ctx.portal.id, { ids: rows.map(({ id }) => id) })
  if (documents.length === 0) return { documents: [], count: 0 }
  const requirements = await loadRequirements(tx, ctx.portal.id)
  const today = todayOf(ctx)
  const titleOf = (id: number) => {
    const stored = requirements.find((each) => each.id === id)
    return (stored && namingTerms(stored, today)?.title) ?? ''
  }
  const names = await namesOf(
    tx,
    ctx.portal.id,
    documents.map(({ user_id }) => user_id),
  )
  return {
    documents: documents.map((row) => ({
      ...presentDocument(row),
      created_at: row.created_at,
      person: { id: row.user_id, name: names.get(row.user_id) ?? '' },
      requirement: { id: row.requirement_id, title: titleOf(row.requirement_id) },
      can_decide: row.user_id !== ctx.viewer.user_id,
    })),
    count: rows[0]?.count ?? 0,
  }
}
