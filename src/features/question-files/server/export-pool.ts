import { loadQuestions, reachPool } from '#features/question-pools/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { excerpt, slugify } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { zipStream } from '#platform/packages/zip.ts'
import type { EXPORT_FORMATS } from '../contract.ts'
import { writeGift } from '../rules/gift.ts'
import { TEMPLATE, writeSheet } from '../rules/sheet.ts'
import { writeQti } from '../rules/write-qti.ts'

const CSV = 'text/csv; charset=utf-8'

const sheetOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(CSV_START + rows.map((row) => csvLine(row)).join(''))

/** A sheet with every column and a question of each type. */
export const template = (): FileAnswer => ({
  name: 'questions.csv',
  mime_type: CSV,
  content: sheetOf(TEMPLATE),
  is_attachment: true,
})

/** The questions of a pool as a file that other programs read, and this one reads back the same (QPL-020). */
export const exportPool = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  format: (typeof EXPORT_FORMATS)[number],
): Promise<FileAnswer> => {
  const pool = await reachPool(tx, ctx, id)
  const questions = await loadQuestions(tx, ctx.portal.id, id)
  const changes = { format, questions_count: questions.length }
  await logActivity(tx, ctx, { action: 'question-pool.export', subject_type: 'question_pool', subject_id: id, changes })
  const stem = slugify(pool.title, 60) || `question-pool-${id}`
  if (format === 'csv')
    return { name: `${stem}.csv`, mime_type: CSV, content: sheetOf(writeSheet(questions)), is_attachment: true }
  if (format === 'gift') {
    const content = Buffer.from(writeGift(pool.title, questions))
    return { name: `${stem}.gift.txt`, mime_type: 'text/plain; charset=utf-8', content, is_attachment: true }
  }
  const titled = questions.map((question) => ({ ...question, title: excerpt(question.text, 80) || 'Question' }))
  const entries = writeQti(pool, titled).map(({ name, content }) => ({
    name,
    modified_at: ctx.now,
    open: async () => Buffer.from(content),
  }))
  return { name: `${stem}.qti.zip`, mime_type: 'application/zip', content: zipStream(entries), is_attachment: true }
}
