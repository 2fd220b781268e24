/**
 * Columns of a shared course that belong to the portal that shares it (SHR-002). Everything else belongs to the portal that
 * received it: address, status, prices, credits, dates, terms, instructors, certificate, and texts for search engines.
 */
export const SOURCE_COLUMNS = [
  'title',
  'description',
  'video',
  'duration_minutes',
  'is_sequential',
  'author_name',
  'thumbnail',
  'seo_image',
  'author_avatar',
] as const

export type SourceColumn = (typeof SOURCE_COLUMNS)[number]

/** The columns that a change would set and that belong to the source; the same value is no change. */
export const foreignColumns = (
  course: Partial<Record<SourceColumn, unknown>>,
  columns: Partial<Record<string, unknown>>,
): SourceColumn[] =>
  SOURCE_COLUMNS.filter((name) => columns[name] !== undefined && (columns[name] ?? null) !== (course[name] ?? null))
