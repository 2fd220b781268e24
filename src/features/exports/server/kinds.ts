import type { Readable } from 'node:stream'
import type { Permission, Role } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import type { Page } from '#kernel/paging.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Cell } from '#platform/files/csv.ts'
import type { Files } from '#platform/files/files.ts'
import type { ZipEntries } from '#platform/packages/zip.ts'

/** Who asks for what. It is plain JSON, because a file in the background is made from it later. */
export type ExportRequest = {
  portal_id: number
  user_id: number
  role: Role
  is_outside: boolean
  /** All of the portal, or the own part of it (ROL-027). */
  scope: 'any' | 'own'
  /** Whether the file may contain e-mails of others (API-023). */
  sees_emails: boolean
  /** The portal's: days of the query are days in it, and so is that of the file's name (PRT-078). */
  time_zone: string
  /** The day of the request there: what is overdue or expires soon goes by it. */
  today: string
  /** The moment of the request, for the days of other time zones. */
  asked_at: string
  query: Record<string, unknown>
}

export type Column<Row> = { title: string; value: (row: Row) => Cell }

type Common = {
  /** Its name in lists and jobs. */
  name: string
  title: string
  /** One sentence in the exports dialog. */
  text: string
  /** The call that answers it; its permission is that of the export. A kind without one is made by another call. */
  endpoint: AnyEndpoint | null
  /** What a kind without an endpoint is asked for and fetched with; without one, it is about the caller alone. */
  permission?: Permission
  /** What the caller needs besides for all of the portal, by what is asked for. */
  also_needs?: (query: ExportRequest['query']) => Permission
  /** Name of the file without its ending. */
  file: string
  /** True where nobody has rows of their own; who sees those alone is not offered it. */
  is_for_all?: boolean
  /** True where its own screen offers it; the exports dialog then does not. */
  is_on_its_screen?: boolean
  /** How many rows are made while somebody waits, if fewer than of others. */
  most_at_once?: number
  /** How many rows, or files, it has; `most` where there are that many or more, if that is enough to know. */
  count: (tx: Tx, request: ExportRequest, most?: number) => Promise<number>
}

/** Rows of a list with the columns of its screen (API-019); `page` reads on from a cursor of its own. */
export type CsvKind<Row> = Common & {
  format: 'csv'
  columns: (request: ExportRequest) => Column<Row>[]
  page: (tx: Tx, request: ExportRequest, at: { cursor: string | undefined; per_page: number }) => Promise<Page<Row>>
}

/** What files of an archive are opened with, when their turn has come and no transaction is open. */
export type Archive = {
  db: Db
  files: Files
  /** Notes how many of the rows are done, for the person who waits. */
  tell?: (done: number) => Promise<void>
}
export type ZipKind = Common & {
  format: 'zip'
  entries: (tx: Tx, request: ExportRequest, archive: Archive) => Promise<ZipEntries>
}

/** Gives the transaction for something that is read. */
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** A file that its feature lays out itself. What `content` answers is made while it is read, with no transaction open. */
export type LaidOutKind = Common & {
  format: 'csv' | 'xlsx' | 'pdf'
  content: (read: Read, request: ExportRequest) => Promise<{ stream: Readable; rows: number }>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of exports holds rows of every shape
export type ExportKind = CsvKind<any> | ZipKind | LaidOutKind
export type Content = Buffer | Readable

/** Describes an export of rows. */
export const csvExport = <Row>(kind: Omit<CsvKind<Row>, 'format'>): CsvKind<Row> => ({ format: 'csv', ...kind })

/** Describes an export of files. */
export const zipExport = (kind: Omit<ZipKind, 'format'>): ZipKind => ({ format: 'zip', ...kind })
