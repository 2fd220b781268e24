import { loadLibraryPictures } from '#features/media/server/api.ts'
import { loadQuestions, reachPool } from '#features/question-pools/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { excerpt, slugify } from '#kernel/text.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import { extensionOf } from '#kernel/uploads/uploads.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import type { Files } from '#platform/files/files.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { zipStream } from '#platform/packages/zip.ts'
import type { EXPORT_FORMATS } from '../contract.ts'
import { writeGift } from '../rules/gift.ts'
import { withData, withFiles } from '../rules/pictures.ts'
import { reportOf } from '../rules/report.ts'
import { TEMPLATE, writeSheet } from '../rules/sheet.ts'
import { writeQti } from '../rules/write-qti.ts'
import { type ImportRecord, loadRows } from './store.ts'

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

/** Every question of an import with what was said and done, as the list on the screen has it. */
export const report = async (tx: Tx, portalId: number, { id, file_name }: ImportRecord): Promise<FileAnswer> => ({
  name: `${slugify(file_name, 60) || 'questions'}-report.csv`,
  mime_type: CSV,
  content: sheetOf(reportOf(await loadRows(tx, portalId, id))),
  is_attachment: true,
})

/** The questions of a pool as a file that other programs read, and this one reads back the same (QPL-020). */
export const exportPool = async (
  { tx, ctx, files }: { tx: Tx; ctx: SignedIn; files: Files },
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
    const pictures = await picturesIn(tx, ctx, files, questions)
    const data = new Map(
      await Promise.all(
        pictures.map(async ({ uuid, name, mime_type, read }) => {
          const bytes = await read()
          return [uuid, { uuid, name, mime_type, base64: bytes.toString('base64') }] as const
        }),
      ),
    )
    const embedded = questions.map((question) => inTexts(question, (html) => withData(html, data)))
    const content = Buffer.from(writeGift(pool.title, embedded))
    return { name: `${stem}.gift.txt`, mime_type: 'text/plain; charset=utf-8', content, is_attachment: true }
  }
  const pictures = await picturesIn(tx, ctx, files, questions)
  const fileOf = new Map(pictures.map(({ uuid, key }) => [uuid, `pictures/${uuid}.${extensionOf(key)}`]))
  const titled = questions.map((question) => ({
    ...inTexts(question, (html) => withFiles(html, (uuid) => fileOf.get(uuid) && `../${fileOf.get(uuid)}`)),
    title: excerpt(question.text, 80) || 'Question',
    files: shownIn(question).flatMap((uuid) => fileOf.get(uuid) ?? []),
  }))
  const items = writeQti(pool, titled).map(({ name, content }) => ({ name, open: async () => Buffer.from(content) }))
  const shown = pictures.map(({ uuid, read }) => ({ name: fileOf.get(uuid) as string, open: read }))
  const entries = [...items, ...shown].map((entry) => ({ ...entry, modified_at: ctx.now }))
  return { name: `${stem}.qti.zip`, mime_type: 'application/zip', content: zipStream(entries), is_attachment: true }
}

type Texts = { text: string; explanation: string | null }

const shownIn = ({ text, explanation }: Texts): string[] => textPictureIds(text + (explanation ?? ''))
const inTexts = <Q extends Texts>(question: Q, change: (html: string) => string): Q => ({
  ...question,
  text: change(question.text),
  explanation: question.explanation === null ? null : change(question.explanation),
})

/** The pictures of the library that questions show; one whose file is gone keeps its address. */
const picturesIn = async (tx: Tx, ctx: SignedIn, files: Files, questions: readonly Texts[]) => {
  const rows = await loadLibraryPictures(tx, ctx.portal.id, [...new Set(questions.flatMap(shownIn))])
  const stored = await Promise.all(rows.map(async (row) => ((await files.exists(row.key)) ? [row] : [])))
  return stored.flat().map((row) => ({
    ...row,
    read: async () => Buffer.concat((await Array.fromAsync(await files.get(row.key))) as Buffer[]),
  }))
}
