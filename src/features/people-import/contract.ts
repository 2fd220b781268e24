import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { FIELDS, OUTCOMES, STATUSES } from './rules/fields.ts'

const count = z.int()
const Counts = z.object(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count])) as Record<(typeof OUTCOMES)[number], typeof count>,
)

/** The column of each field in the sheet, counted from 0; null where the sheet has none. */
export const Columns = z.object(
  Object.fromEntries(FIELDS.map((field) => [field, z.nullable(z.int().check(z.minimum(0), z.maximum(99)))])) as Record<
    (typeof FIELDS)[number],
    z.ZodMiniNullable<z.ZodMiniNumberFormat>
  >,
)

/** An import, as a list shows it. */
export const ImportSummary = z.object({
  id: z.int(),
  file_name: z.string(),
  status: z.enum(STATUSES),
  rows_total: z.int(),
  /** Of the step that is at work or was last. */
  rows_done: z.int(),
  created_at: time,
  /** Who took the last step. */
  by: z.string(),
})

export const Import = z.object({
  ...ImportSummary.shape,
  /** The columns of the sheet with what stands in the first rows. */
  header: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  columns: Columns,
  /** Credits that the run will use, or has used. */
  credits: z.int(),
  /** Rows by what the check said of them, and by what was done. */
  counts: Counts,
  /** New people by the check who have no e-mail, and so get none (BDG-003). */
  new_without_email: z.int(),
  results: z.nullable(Counts),
  /** Rows for which something else was done than the check said. */
  different: z.int(),
  taken_back: z.int(),
  kept: z.int(),
  problem: z.nullable(z.string()),
  finished_at: z.nullable(time),
  expires_at: time,
})

export const ImportRow = z.object({
  id: z.int(),
  line: z.int(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(OUTCOMES),
  reason: z.nullable(z.string()),
  other_line: z.nullable(z.int()),
  credits: z.int(),
  result: z.nullable(z.enum(OUTCOMES)),
  result_reason: z.nullable(z.string()),
  undo: z.nullable(z.enum(['taken_back', 'kept'])),
  undo_reason: z.nullable(z.string()),
})

/** What the undo of an import would do now, the last row of the sheet first (BLK-040). */
export const ImportUndoPreview = z.object({
  /** Over all rows: those of which everything is taken back, and those of which something stays. */
  taken_back: count,
  kept: count,
  credits_returned: count,
  rows: z.array(
    z.object({
      id: z.int(),
      line: z.int(),
      email: z.string(),
      name: z.string(),
      outcome: z.enum(OUTCOMES),
      undo: z.enum(['taken_back', 'kept']),
      /** What stays, and why. */
      reason: z.nullable(z.string()),
      /** What is taken back or restored; a row of which something stays can have some too. */
      effects: z.array(z.string()),
      /** Credits that go back. */
      credits: count,
    }),
  ),
  /** Where the next page begins; null behind the last row. */
  next_before: z.nullable(z.int()),
})

const shared = { permission: 'users.create' } as const
const params = z.object({ id })

export const listImports = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports',
  summary: 'List the imports of the last 30 days',
  response: z.object({ data: z.array(ImportSummary) }),
  errors: ['not_enough_permissions'],
})

export const uploadImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/users/imports',
  summary: 'Upload a sheet of people, as the field `file` of multipart form data',
  takes: 'multipart',
  body: z.object({}),
  response: one(Import),
  errors: ['not_enough_permissions', 'upload_no_file', 'sheet_unreadable'],
})

export const importTemplate = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports/template',
  summary: 'Download an empty sheet with every column',
  gives: 'file',
  errors: ['not_enough_permissions'],
})

export const showImport = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports/:id',
  summary: 'Show an import and how far it is',
  params,
  response: one(Import),
  errors: ['not_enough_permissions', 'not_found'],
})

export const checkImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/users/imports/:id/check',
  summary: 'Check every row of the sheet without importing it',
  params,
  body: z.object({ columns: Columns }),
  response: one(Import),
  errors: ['not_enough_permissions', 'not_found', 'import_moved_on', 'invalid'],
})

export const listImportRows = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports/:id/rows',
  summary: 'List the rows of an import with what was said and done',
  params,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: listQuery(['line'], 50).per_page,
    /** By what was done, or before the run by what the check said. */
    outcome: z.optional(z.enum(OUTCOMES)),
    is_different: z.optional(z.stringbool()),
    undo: z.optional(z.enum(['taken_back', 'kept'])),
  }),
  response: page(ImportRow),
  errors: ['not_enough_permissions', 'not_found'],
})

export const runImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/users/imports/:id/run',
  summary: 'Import what the check said',
  params,
  /** Whether the people with a mobile number agreed to receive texts; asked for only where the sheet names numbers (TXT-021). */
  body: z.object({ has_consented: z.optional(z.boolean()) }),
  response: one(Import),
  errors: ['not_enough_permissions', 'operation_not_permitted', 'not_found', 'import_moved_on', 'invalid'],
})

export const previewImportUndo = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports/:id/undo',
  summary: 'Preview what an undo would take back, and what stays and why',
  params,
  query: z.object({
    /** Only rows of which everything is taken back, or something stays. */
    undo: z.optional(z.enum(['taken_back', 'kept'])),
    /** The `next_before` of the page before. */
    before: z.optional(z.coerce.number().check(z.int(), z.positive())),
    per_page: listQuery(['line'], 50).per_page,
  }),
  response: one(ImportUndoPreview),
  errors: ['not_enough_permissions', 'not_found', 'import_moved_on'],
})

export const undoImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/users/imports/:id/undo',
  summary: 'Take back what an import made, as far as nobody has used it',
  params,
  response: one(Import),
  errors: ['not_enough_permissions', 'operation_not_permitted', 'not_found', 'import_moved_on'],
})

export const importReport = endpoint({
  ...shared,
  method: 'GET',
  path: '/users/imports/:id/report',
  summary: 'Download what was said and done for every row, as CSV',
  gives: 'file',
  is_read_only: false,
  params,
  errors: ['not_enough_permissions', 'not_found'],
})
