import {
  addQuestions,
  loadQuestions,
  type PoolRow,
  type QuestionRow,
  reachAndLockPool,
  removeQuestions,
} from '#features/question-pools/server/api.ts'
import { unseenPictures } from '#features/text-pictures/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { decide, type Format, type ImportStatus, knownIn, presentReason, STATUS_WORDS } from '../rules/decide.ts'
import { type FileQuestion, type FoundQuestion, refusedQuestion } from '../rules/found.ts'
import { settlePictures } from './file-pictures.ts'
import { insertWaiting, letGo, takeWaiting, type WaitingPicture } from './pictures-store.ts'
import { QuestionFileError, readQuestionFile } from './read-file.ts'
import {
  findImport,
  type ImportRecord,
  insertImport,
  loadRows,
  lockImport,
  type RowResult,
  type StoredRow,
  saveResults,
  updateImport,
} from './store.ts'

const DAYS_KEPT = 30
const DAY_MS = 86_400_000

const picturesOf = ({ question }: FoundQuestion): string[] =>
  question ? textPictureIds(question.text + (question.explanation ?? '')) : []

/** Questions that name a picture which the person may not see, as a file from another portal does, are not taken (BLD-091). */
const withoutUnseenPictures = async (
  tx: Tx,
  ctx: SignedIn,
  questions: readonly FoundQuestion[],
  waiting: ReadonlySet<string>,
): Promise<FoundQuestion[]> => {
  const shown = questions.flatMap(picturesOf).filter((uuid) => !waiting.has(uuid))
  const unseen = await unseenPictures(tx, ctx, shown)
  return questions.map((each) =>
    picturesOf(each).some((uuid) => unseen.has(uuid)) ? refusedQuestion(each, PICTURE_UNSEEN) : each,
  )
}
const PICTURE_UNSEEN = 'It shows a picture that is not in your materials library. Add the question by hand.'

/** What an uploaded file holds, with its pictures in the places of the questions; nothing is written. */
export const readUpload = async (
  world: Parameters<typeof settlePictures>[0],
  uploads: readonly UploadedFile[],
): Promise<ReadUpload> => {
  const upload = uploads.find(({ field }) => field === 'file')
  if (!upload) throw fail('upload_no_file')
  const file = await readQuestionFile(upload.name, upload.bytes).catch((error: unknown) => {
    throw error instanceof QuestionFileError ? fail('sheet_unreadable', { params: { problem: error.message } }) : error
  })
  return { file_name: upload.name, format: file.format, ...(await settlePictures(world, file)) }
}
type ReadUpload = { file_name: string; format: Format; questions: FoundQuestion[]; waiting: WaitingPicture[] }

/** Writes down what would become of each question of a file, and nothing else (QPL-014, QPL-018). */
export const checkFile = async (
  tx: Tx,
  ctx: SignedIn,
  pool: PoolRow,
  { file_name, format, questions, waiting }: ReadUpload,
): Promise<ImportRecord | null> => {
  const { portal, viewer, now } = ctx
  const known = knownIn(await loadQuestions(tx, portal.id, pool.id))
  const id = await insertImport(
    tx,
    {
      portal_id: portal.id,
      question_pool_id: pool.id,
      user_id: viewer.user_id,
      file_name,
      format,
      created_at: now,
      expires_at: new Date(now.getTime() + DAYS_KEPT * DAY_MS),
    },
    decide(await withoutUnseenPictures(tx, ctx, questions, new Set(waiting.map(({ uuid }) => uuid))), known),
  )
  await insertWaiting(tx, portal.id, id, waiting)
  await log(tx, ctx, 'question-pool.check-import', pool.id, { import_id: id, file_name })
  return findImport(tx, portal.id, id)
}

const log = (tx: Tx, ctx: SignedIn, action: string, poolId: number, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action, subject_type: 'question_pool', subject_id: poolId, changes })

/** The import with its pool, both locked; `import_moved_on` when it is not in the state that a step begins from. */
const take = async (tx: Tx, ctx: SignedIn, id: number, from: ImportStatus): Promise<ImportRecord> => {
  const record = await findImport(tx, ctx.portal.id, id)
  if (!record || record.expires_at <= ctx.now) throw fail('not_found')
  await reachAndLockPool(tx, ctx, record.question_pool_id)
  const current = await lockImport(tx, ctx.portal.id, id)
  if (!current) throw fail('not_found')
  if (current.status !== from) throw fail('import_moved_on', { params: { state: STATUS_WORDS[current.status] } })
  return current
}

type Choice = { categories?: readonly string[] | undefined; with_present?: boolean | undefined }

/** Why a row is not added; null when it is. */
const leftOut = (
  row: StoredRow & { question: FileQuestion },
  known: ReturnType<typeof knownIn>,
  choice: Choice,
): string | null => {
  if (row.outcome === 'repeated') return row.reason
  if (choice.categories && !choice.categories.includes(row.category ?? '')) return 'Its category was not chosen.'
  return choice.with_present ? null : presentReason(row.question, known)
}

const isUsable = (row: StoredRow): row is StoredRow & { question: FileQuestion } => row.question !== null

/**
 * Adds the questions of an import to the end of its pool, all in the transaction of the call (QPL-018). What the pool has
 * got in the meantime is left out like what it had before, unless it is to be added once more.
 */
export const runImport = async (
  { tx, ctx, files }: { tx: Tx; ctx: SignedIn; files: Files },
  id: number,
  choice: Choice,
): Promise<void> => {
  const record = await take(tx, ctx, id, 'checked')
  const { portal } = ctx
  const known = knownIn(await loadQuestions(tx, portal.id, record.question_pool_id))
  const rows = await loadRows(tx, portal.id, id)
  const refused = rows.filter((row) => !isUsable(row))
  const judged = rows.filter(isUsable).map((row) => ({ row, reason: leftOut(row, known, choice) }))
  const added = judged.filter(({ reason }) => reason === null).map(({ row }) => row)
  const shown = [
    ...new Set(added.flatMap(({ question }) => textPictureIds(question.text + (question.explanation ?? '')))),
  ]
  const keys = await takeWaiting(tx, ctx, files, id, shown)
  await finishRun({ tx, ctx, record, refused, judged, added }).catch(async (error: unknown) => {
    await letGo(files, keys)
    throw error
  })
}

type Judged = { row: StoredRow & { question: FileQuestion }; reason: string | null }
type Run = {
  tx: Tx
  ctx: SignedIn
  record: ImportRecord
  refused: readonly StoredRow[]
  judged: readonly Judged[]
  added: readonly Judged['row'][]
}

const finishRun = async ({ tx, ctx, record, refused, judged, added }: Run): Promise<void> => {
  const { portal, viewer, now } = ctx
  const { id } = record
  const ids = await addQuestions(
    tx,
    ctx,
    record.question_pool_id,
    added.map(({ question }) => question),
  )
  const results: RowResult[] = [
    ...refused.map((row) => ({ id: row.id, result: 'refused' as const, result_reason: row.reason, question_id: null })),
    ...judged.flatMap(({ row, reason }) =>
      reason === null ? [] : [{ id: row.id, result: 'left_out' as const, result_reason: reason, question_id: null }],
    ),
    ...added.map((row, at) => ({
      id: row.id,
      result: 'added' as const,
      result_reason: null,
      question_id: ids[at] ?? null,
    })),
  ]
  await saveResults(tx, portal.id, results)
  await updateImport(tx, portal.id, id, { status: 'done', user_id: viewer.user_id, run_at: now })
  await log(tx, ctx, 'question-pool.import', record.question_pool_id, { import_id: id, questions_count: added.length })
}

/** The same in every word; the columns of JSON keep no order of their names. */
const isUnchanged = ({ question: read }: StoredRow, question: QuestionRow): boolean =>
  read !== null &&
  read.type === question.type &&
  read.text === question.text &&
  read.explanation === question.explanation &&
  read.answers.length === question.answers.length &&
  read.answers.every(({ text, is_correct }, at) => {
    const answer = question.answers[at]
    return answer?.text === text && answer.is_correct === is_correct
  })

/** Takes out again what an import added, as far as nobody has changed or removed it since (QPL-021). */
export const undoImport = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const record = await take(tx, ctx, id, 'done')
  const { portal, viewer } = ctx
  const present = new Map(
    (await loadQuestions(tx, portal.id, record.question_pool_id)).map((question) => [question.id, question]),
  )
  const added = (await loadRows(tx, portal.id, id)).filter((row) => row.result === 'added')
  const results = added.map((row): RowResult => {
    const question = row.question_id === null ? undefined : present.get(row.question_id)
    const isKept = question !== undefined && !isUnchanged(row, question)
    return {
      id: row.id,
      result: isKept ? 'kept' : 'removed',
      result_reason: isKept ? 'It was changed since, so it stays.' : null,
      question_id: row.question_id,
    }
  })
  const gone = results.flatMap(({ result, question_id }) =>
    result === 'removed' && question_id !== null && present.has(question_id) ? [question_id] : [],
  )
  await removeQuestions(tx, ctx, record.question_pool_id, gone)
  await saveResults(tx, portal.id, results)
  await updateImport(tx, portal.id, id, { status: 'undone', user_id: viewer.user_id })
  await log(tx, ctx, 'question-pool.undo-import', record.question_pool_id, {
    import_id: id,
    questions_count: gone.length,
  })
}
