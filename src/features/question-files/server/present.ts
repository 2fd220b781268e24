import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadPool } from '#features/question-pools/server/api.ts'
import { excerpt } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows, type ImportRecord, type StoredRow } from './store.ts'

const summaryOf = (record: ImportRecord, questionsCount: number, by: string) => ({
  id: record.id,
  file_name: record.file_name,
  format: record.format,
  status: record.status,
  questions_count: questionsCount,
  created_at: record.created_at,
  by,
})

const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const presentImports = async (tx: Tx, portalId: number, records: readonly ImportRecord[]) => {
  const people = await loadShownPeople(
    tx,
    portalId,
    records.map(({ user_id }) => user_id),
  )
  const shown = []
  for (const record of records) {
    const { counts } = await countRows(tx, portalId, record.id)
    shown.push(summaryOf(record, total(counts), people.get(record.user_id)?.display_name ?? ''))
  }
  return shown
}

export const presentImport = async (tx: Tx, portalId: number, record: ImportRecord) => {
  const people = await loadShownPeople(tx, portalId, [record.user_id])
  const pool = await loadPool(tx, portalId, record.question_pool_id)
  const { counts, results, categories } = await countRows(tx, portalId, record.id)
  return {
    ...summaryOf(record, total(counts), people.get(record.user_id)?.display_name ?? ''),
    question_pool_id: record.question_pool_id,
    pool_title: pool?.title ?? '',
    counts,
    results: record.status === 'checked' ? null : results,
    categories,
    run_at: record.run_at,
    expires_at: record.expires_at,
  }
}

export const presentRow = ({ question, question_id: _, ...row }: StoredRow) => ({
  ...row,
  text: question ? excerpt(question.text, 200) : null,
  type: question?.type ?? null,
  answers: question?.answers ?? [],
})
