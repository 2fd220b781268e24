import { sql } from 'kysely'
import { type DocumentRow, presentDocument } from '#features/compliance/server/api.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { type DocumentState, decidingFact, stateAfter } from '../rules/states.ts'

type FactRow = {
  document_id: number
  kind: string
  day: Day
  until_day: Day | null
  reason: string | null
  recorded_by: number | null
  recorded_at: Date
}

/** How a document stands, with the fact that says so; no fact for one whose facts were all taken back. */
export type Decided = { state: DocumentState; fact: FactRow | undefined }

/** How documents stand, by their ids. */
export const loadDecisions = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<(id: number) => Decided> => {
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<FactRow>`
          select f.document_id, f.kind, f.day::text, f.until_day::text, f.reason, f.recorded_by, f.recorded_at
          from compliance_facts f
          where f.portal_id = ${portalId} and f.document_id = any(${[...ids]}::bigint[]) and f.kind <> 'corrected'
            and not exists (select from compliance_facts c where c.portal_id = f.portal_id and c.corrects_id = f.id)
          order by f.id`.execute(tx)
  const byDocument = Map.groupBy(rows, (row) => row.document_id)
  return (id) => {
    const fact = decidingFact(byDocument.get(id) ?? [])
    return { state: stateAfter(fact), fact }
  }
}

/** The days that count: those that were accepted, else those that were uploaded (CMP-029). */
export const countingDays = (row: DocumentRow, { state, fact }: Decided) =>
  state === 'accepted' && fact
    ? { from_day: fact.day, until_day: fact.until_day }
    : { from_day: row.from_day, until_day: row.until_day }

export const presentDecided = (row: DocumentRow, decided: Decided) => ({
  ...presentDocument(row),
  ...countingDays(row, decided),
  ...presentDecision(row, decided),
})

const presentDecision = (row: DocumentRow, { state, fact }: Decided) => ({
  state,
  reason: fact?.reason ?? null,
  created_at: row.created_at,
  decided_at: state === 'waiting' ? null : (fact?.recorded_at ?? null),
})
