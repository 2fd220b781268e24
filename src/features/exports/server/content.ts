import { Readable } from 'node:stream'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import { zipStream } from '#platform/packages/zip.ts'
import type { Archive, CsvKind, ExportKind, ExportRequest, Read } from './kinds.ts'

/** Rows that are read at one go. */
const ROWS_AT_ONCE = 1000

/** The lines of an export, a piece for each page; `read` gives the transaction of a page. */
async function* linesOf<Row>(kind: CsvKind<Row>, request: ExportRequest, read: Read, tell: (rows: number) => void) {
  const columns = kind.columns(request)
  yield CSV_START + csvLine(columns.map(({ title }) => title))
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const at = { cursor, per_page: ROWS_AT_ONCE }
    const { data, meta } = await read((tx) => kind.page(tx, request, at))
    tell(data.length)
    yield data.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('')
    cursor = meta.next_cursor ?? undefined
  }
}

export const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

/** Name of the file of an export that was asked for at this time. */
export const fileNameFor = (kind: ExportKind, now: Date, zone: string): string =>
  `${kind.file}-${dayOf(now, zone)}.${kind.format}`

/** The whole content while somebody waits: rows at once, files one after the other as they are read. */
export const contentNow = async (
  tx: Tx,
  kind: ExportKind,
  request: ExportRequest,
  archive: Archive,
): Promise<Buffer | Readable> => {
  if (kind.format === 'zip') return zipStream(await kind.entries(tx, request, archive))
  if ('content' in kind) return (await kind.content((work) => work(tx), request)).stream
  const pieces: string[] = []
  for await (const piece of linesOf(
    kind,
    request,
    (work) => work(tx),
    () => {},
  ))
    pieces.push(piece)
  return Buffer.from(pieces.join(''))
}

/** The content for the background: no transaction is open longer than for one page. `rows` tells how many came. */
export const contentLater = async (kind: ExportKind, request: ExportRequest, archive: Archive) => {
  const read: Read = (work) => archive.db.withPortal(request.portal_id, work, 'read only')
  if (kind.format === 'zip') {
    const entries = await read((tx) => kind.entries(tx, request, archive))
    return { stream: zipStream(entries), rows: () => (Array.isArray(entries) ? entries.length : null) }
  }
  if ('content' in kind) {
    const { stream, rows } = await kind.content(read, request)
    return { stream, rows: () => rows }
  }
  let count = 0
  const lines = linesOf(kind, request, read, (rows) => {
    count += rows
  })
  return { stream: Readable.from(lines, { objectMode: false }), rows: () => count }
}
