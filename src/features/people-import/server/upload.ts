import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { matchColumns } from '#kernel/format/sheet-columns.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { readSheet, sheetProblem } from '#platform/sheets/sheet.ts'
import { FIELDS, TITLES } from '../rules/fields.ts'
import { type Columns, findImport, insertImport, updateImport } from './store.ts'

const DAY_MS = 86_400_000
/** A sheet that nobody imports is removed after so long, with what its check said. */
const SHEET_DAYS = 7
/** Rows and report of an import are kept for so long (USR-069). */
export const REPORT_DAYS = 30
export const daysLater = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)
export const sheetExpires = (now: Date): Date => daysLater(now, SHEET_DAYS)

const SAMPLES = 3
const SAMPLE_CHARACTERS = 60

/** The header row and the first rows below it. */
const beginningOf = async (bytes: Buffer) => {
  const rows: string[][] = []
  for await (const { cells } of readSheet(bytes)) {
    rows.push(cells.map((cell) => cell.replaceAll('\0', '')))
    if (rows.length > SAMPLES) break
  }
  const [header = [], ...samples] = rows
  if (samples.length === 0)
    throw fail('sheet_unreadable', { params: { problem: 'The sheet has no rows below the header.' } })
  const width = Math.max(...rows.map((row) => row.length))
  return {
    header: Array.from({ length: width }, (_, at) => (header[at] || `Column ${at + 1}`).slice(0, 100)),
    samples: samples.map((row) => row.map((cell) => cell.slice(0, SAMPLE_CHARACTERS))),
  }
}

/** Takes a sheet in: reads its beginning, guesses its columns and keeps it for the check (USR-061). */
export const uploadSheet = async (tx: Tx, ctx: SignedIn, files: Files, uploads: readonly UploadedFile[]) => {
  const upload = uploads.find(({ field }) => field === 'file')
  if (!upload) throw fail('upload_no_file')
  const { header, samples } = await beginningOf(upload.bytes).catch((error: unknown) => {
    throw fail('sheet_unreadable', { params: { problem: sheetProblem(error) } })
  })
  const matched = matchColumns(header, TITLES).columns
  const columns = Object.fromEntries(FIELDS.map((field) => [field, matched[field] ?? null])) as Columns
  const { viewer, portal, now } = ctx
  const id = await insertImport(tx, {
    portal_id: portal.id,
    user_id: viewer.user_id,
    role: viewer.current_role,
    impersonator_id: viewer.impersonator_id,
    file_name: upload.name,
    header,
    samples,
    columns,
    created_at: now,
    expires_at: sheetExpires(now),
  })
  const key = `imports/${portal.id}/${id}.sheet`
  await files.put(key, upload.bytes)
  await updateImport(tx, portal.id, id, { file_key: key })
  await logActivity(tx, ctx, {
    action: 'import.upload',
    subject_type: 'import',
    subject_id: id,
    changes: { file_name: upload.name },
  })
  return findImport(tx, portal.id, id)
}
