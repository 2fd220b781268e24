import { extname } from 'node:path'
import { sql } from 'kysely'
import { type DocumentRow, loadDocuments, loadRequirements, namingTerms } from '#features/compliance/server/api.ts'
import type { Archive } from '#features/exports/server/api.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { forgetFiles } from '#platform/files/forgotten.ts'
import type { ZipEntry } from '#platform/packages/zip.ts'
import { countingDays, loadDecisions } from './store.ts'

type Of = { portal_id: number; user_id: number }

const entryName = ({ id, file_name: name }: DocumentRow): string => `${id}${extname(name ?? '').toLowerCase()}`

/** The files of all documents of a person, for the export of personal data (CMP-024). */
export const documentEntries = async (tx: Tx, { portal_id, user_id }: Of, { files }: Archive): Promise<ZipEntry[]> =>
  (await loadDocuments(tx, portal_id, { user_id })).flatMap((row) => {
    const { file_key: key } = row
    if (key === null) return []
    return { name: entryName(row), modified_at: row.created_at, is_packable: false, open: () => files.get(key) }
  })

/** A document that was accepted and not revoked, as an inspector reads it. */
export type AcceptedDocument = {
  id: number
  requirement: string
  issuer: string | null
  number: string | null
  issued_on: Day
  valid_until: Day | null
  uploaded_at: string
  accepted_at: string | null
  accepted_by: number | null
  file: string | null
  file_sha256: string | null
}

/** The accepted documents of a person, each with the key of its file, which is not part of the record (CMP-025). */
export const acceptedDocuments = async (
  tx: Tx,
  { portal_id, user_id }: Of,
  { now, time_zone }: { now: Date; time_zone: string },
): Promise<{ document: AcceptedDocument; key: string | null }[]> => {
  const documents = await loadDocuments(tx, portal_id, { user_id })
  if (documents.length === 0) return []
  const decisionOf = await loadDecisions(
    tx,
    portal_id,
    documents.map(({ id }) => id),
  )
  const requirements = await loadRequirements(tx, portal_id)
  return documents.flatMap((row) => {
    const decided = decisionOf(row.id)
    const { state, fact } = decided
    if (state !== 'accepted') return []
    const stored = requirements.find(({ id }) => id === row.requirement_id)
    const days = countingDays(row, decided)
    const document = {
      id: row.id,
      requirement: (stored && namingTerms(stored, dayOf(now, time_zone))?.title) ?? '',
      issuer: row.issuer,
      number: row.number,
      issued_on: days.from_day,
      valid_until: days.until_day,
      uploaded_at: row.created_at.toISOString(),
      accepted_at: fact?.recorded_at.toISOString() ?? null,
      accepted_by: fact?.recorded_by ?? null,
      file: row.file_key === null ? null : `documents/${entryName(row)}`,
      file_sha256: row.sha256,
    }
    return { document, key: row.file_key }
  })
}

/** Over all portals: takes issuer, number and file from the documents of people whose names were forgotten (CMP-024). */
export const forgetDocumentsOf = async (tx: Tx, people: readonly Of[]): Promise<void> => {
  if (people.length === 0) return
  const { rows } = await sql<{ key: string }>`
    select forget_documents(coalesce(array_agg(d.id), '{}')) as key
    from compliance_documents d
      join unnest(${people.map(({ portal_id }) => portal_id)}::bigint[], ${people.map(({ user_id }) => user_id)}::bigint[])
        as p (portal_id, user_id) on p.portal_id = d.portal_id and p.user_id = d.user_id`.execute(tx)
  await forgetFiles(tx, { keys: rows.map(({ key }) => key) })
}
