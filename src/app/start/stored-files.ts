import type { FileOwner } from '#platform/files/sweep.ts'

/**
 * Every folder whose files have a row, and where. What is made again when it is missing has none: smaller pictures, share
 * pictures. A test stores a file of each kind and finds its folder here.
 */
export const STORED_FILES: readonly FileOwner[] = [
  ...['materials', 'media', 'attachments'].map((folder) => ({ folder, table: 'media', column: 'key' })),
  { folder: 'assignments', table: 'assignment_files', column: 'key' },
  { folder: 'certificates', table: 'certificates', column: 'file_key' },
  { folder: 'documents', table: 'compliance_documents', column: 'file_key' },
  { folder: 'exports', table: 'exports', column: 'file_key' },
  { folder: 'imports', table: 'people_imports', column: 'file_key' },
  { folder: 'labels', table: 'shipments', column: 'label_file' },
  { folder: 'scorm', table: 'scorm_packages', column: 'uuid', nameOf: (key) => key.split('/')[1] ?? '' },
]
