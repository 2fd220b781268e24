import { sql } from 'kysely'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'

export type DocumentRow = {
  id: number
  user_id: number
  requirement_id: number
  issuer: string | null
  number: string | null
  from_day: Day
  until_day: Day | null
  file_key: string | null
  file_name: string | null
  file_size: number | null
  mime_type: string | null
  sha256: string | null
  created_at: Date
}

/** Documents by their ids, or those of one person. */
export const loadDocuments = async (
  tx: Tx,
  portalId: number,
  of: { ids: readonly number[] } | { user_id: number },
): Promise<DocumentRow[]> => {
  if ('ids' in of && of.ids.length === 0) return []
  const { rows } = await sql<DocumentRow>`
    select id, user_id, requirement_id, issuer, number, from_day::text, until_day::text, file_key, file_name, file_size,
      mime_type, sha256, created_at
    from compliance_documents
    where portal_id = ${portalId}
      and ${'ids' in of ? sql`id = any(${[...of.ids]}::bigint[])` : sql`user_id = ${of.user_id}`}
    order by id`.execute(tx)
  return rows
}

export const presentDocument = (row: DocumentRow) => ({
  id: row.id,
  issuer: row.issuer,
  number: row.number,
  from_day: row.from_day,
  until_day: row.until_day,
  file:
    row.file_name === null
      ? null
      : { name: row.file_name, size: row.file_size ?? 0, url: `/api/v1/documents/${row.id}/file` },
})

type NewFact = {
  user_id: number
  requirement_id: number
  document_id: number
  kind: 'document_submitted' | 'document_replaced' | 'document_accepted' | 'document_rejected'
  day: Day
  until_day?: Day | null
  reason?: string | null
}

/** Writes what happened to a document; facts are never changed. */
export const insertDocumentFact = async (
  tx: Tx,
  by: { portal_id: number; user_id: number; now: Date },
  { user_id, requirement_id, document_id, kind, day, until_day = null, reason = null }: NewFact,
): Promise<void> => {
  await sql`
    insert into compliance_facts (portal_id, user_id, kind, day, until_day, requirement_id, document_id, reason, recorded_by,
      recorded_at)
    values (${by.portal_id}, ${user_id}, ${kind}, ${day}::date, ${until_day}::date, ${requirement_id}, ${document_id},
      ${reason}, ${by.user_id}, ${by.now})`.execute(tx)
}

/** One document's life is changed by one call at a time: uploads of a person for a requirement, and decisions about them. */
export const lockDocuments = async (
  tx: Tx,
  portalId: number,
  { user_id, requirement_id }: { user_id: number; requirement_id: number },
): Promise<void> => {
  const key = `documents ${portalId} ${user_id} ${requirement_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
