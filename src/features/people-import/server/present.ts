import { loadShownPeople } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ImportRecord, noSums } from './store.ts'

export const presentImports = async (tx: Tx, portalId: number, records: readonly ImportRecord[]) => {
  const people = await loadShownPeople(
    tx,
    portalId,
    records.map(({ user_id }) => user_id),
  )
  return records.map(({ id, file_name, status, rows_total, rows_done, created_at, user_id }) => ({
    id,
    file_name,
    status,
    rows_total,
    rows_done,
    created_at,
    by: people.get(user_id)?.display_name ?? '',
  }))
}

const AFTER_RUN = new Set(['running', 'stopped', 'done', 'undoing', 'undone'])

/** An import with the state of its rows. */
export const presentImport = async (tx: Tx, portalId: number, record: ImportRecord) => {
  const [summary] = await presentImports(tx, portalId, [record])
  // The rows of a step that is at work are not counted: a screen that shows it asks every second.
  const { counts, results, new_without_email, different, taken_back, kept } = record.sums ?? noSums()
  return {
    ...(summary as NonNullable<typeof summary>),
    header: record.header.map((title, at) => ({
      title,
      samples: record.samples.map((row) => row[at] ?? '').filter((text) => text !== ''),
    })),
    columns: record.columns,
    credits: record.credits,
    counts,
    new_without_email,
    results: AFTER_RUN.has(record.status) ? results : null,
    different,
    taken_back,
    kept,
    problem: record.problem,
    finished_at: record.finished_at,
    expires_at: record.expires_at,
  }
}
