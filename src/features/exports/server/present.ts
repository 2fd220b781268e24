import type { ExportRow } from './store.ts'

/** An export in the background for the person it is made for. */
export const presentFile = (row: ExportRow) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  rows: row.rows,
  done: row.status === 'ready' ? row.rows : row.done,
  size: row.file_size,
  url: row.status === 'ready' ? `/api/v1/exports/${row.id}/download` : null,
  created_at: row.created_at,
  expires_at: row.expires_at,
})
