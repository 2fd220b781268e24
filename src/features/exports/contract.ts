import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** An export that the caller may use (UIX-029). */
export const ExportLink = z.object({
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  format: z.enum(['csv', 'zip', 'xlsx', 'pdf']),
  url: z.string(),
  /** Rows, for an archive files, as things are now; beyond 10,000 they are not counted (REP-034). */
  rows: z.int(),
  has_more_rows: z.boolean(),
  /** Too large to be made while one waits (API-019). */
  is_background: z.boolean(),
})

/** A file made in the background for the caller. */
export const ExportFile = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(['waiting', 'ready', 'failed']),
  rows: z.int(),
  /** How many of the rows are in the file so far, where it is known while it is made. */
  done: z.int(),
  /** Bytes; null until it is ready. */
  size: z.nullable(z.int()),
  url: z.nullable(z.string()),
  created_at: time,
  /** The file is removed then. */
  expires_at: time,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/exports',
  permission: 'session',
  summary: 'The exports that the caller may use, and those made for them in the background',
  response: one(z.object({ links: z.array(ExportLink), files: z.array(ExportFile) })),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/exports/:id/download',
  permission: 'session',
  summary: 'Download an export that was made in the background',
  gives: 'file',
  params: z.object({ id }),
  errors: ['not_found'],
})

/** What an export link answers with status 202 when the file is made in the background (API-019). */
export const ExportStarted = one(ExportFile)
