import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { FORMATS, OUTCOMES, RESULTS, STATUSES } from './rules/decide.ts'

const count = z.int()
const countsOf = <N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<N, typeof count>)

/** An import of questions, as a list shows it. */
export const QuestionImportSummary = z.object({
  id: z.int(),
  file_name: z.string(),
  format: z.enum(FORMATS),
  status: z.enum(STATUSES),
  questions_count: z.int(),
  created_at: time,
  /** Who took the last step. */
  by: z.string(),
})

export const QuestionImport = z.object({
  ...QuestionImportSummary.shape,
  question_pool_id: z.int(),
  pool_title: z.string(),
  /** Questions by what the check said of them, and by what was done with them. */
  counts: countsOf(OUTCOMES),
  results: z.nullable(countsOf(RESULTS)),
  /** Categories that the file names, in its order; '' stands for questions without one. */
  categories: z.array(z.object({ name: z.string(), questions_count: z.int(), new: z.int(), present: z.int() })),
  run_at: z.nullable(time),
  expires_at: time,
})

export const QuestionImportRow = z.object({
  id: z.int(),
  place: z.string(),
  title: z.string(),
  /** The beginning of its text; null where it is not taken. */
  text: z.nullable(z.string()),
  category: z.nullable(z.string()),
  type: z.nullable(z.enum(['single', 'multiple', 'boolean'])),
  answers: z.array(z.object({ text: z.string(), is_correct: z.boolean() })),
  outcome: z.enum(OUTCOMES),
  reason: z.nullable(z.string()),
  notes: z.array(z.string()),
  result: z.nullable(z.enum(RESULTS)),
  result_reason: z.nullable(z.string()),
})

const shared = { permission: 'question-pools.update' } as const
const params = z.object({ id })

export const listQuestionImports = endpoint({
  ...shared,
  method: 'GET',
  path: '/question-pools/:id/imports',
  summary: 'List the imports into a question pool of the last 30 days',
  params,
  response: z.object({ data: z.array(QuestionImportSummary) }),
  errors: ['not_enough_permissions', 'not_found'],
})

export const uploadQuestions = endpoint({
  ...shared,
  method: 'POST',
  path: '/question-pools/:id/imports',
  summary: 'Check a file of questions without adding any, as the field `file` of multipart form data',
  takes: 'multipart',
  params,
  body: z.object({}),
  // The import itself; nothing only where the file has not been read.
  response: z.object({ data: z.nullable(QuestionImport) }),
  errors: ['not_enough_permissions', 'not_found', 'upload_no_file', 'sheet_unreadable'],
})

export const questionTemplate = endpoint({
  ...shared,
  method: 'GET',
  path: '/question-pools/imports/template',
  summary: 'Download a sheet with every column and a question of each type',
  gives: 'file',
})

export const showQuestionImport = endpoint({
  ...shared,
  method: 'GET',
  path: '/question-pools/imports/:id',
  summary: 'Show an import of questions',
  params,
  response: one(QuestionImport),
  errors: ['not_enough_permissions', 'not_found'],
})

export const listQuestionImportRows = endpoint({
  ...shared,
  method: 'GET',
  path: '/question-pools/imports/:id/rows',
  summary: 'List the questions of an import with what was said and done',
  params,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: listQuery(['line'], 50).per_page,
    outcome: z.optional(z.enum(OUTCOMES)),
    result: z.optional(z.enum(RESULTS)),
  }),
  response: page(QuestionImportRow),
  errors: ['not_enough_permissions', 'not_found'],
})

export const downloadQuestionReport = endpoint({
  ...shared,
  method: 'GET',
  path: '/question-pools/imports/:id/report',
  summary: 'Download a CSV file of every question of an import with what was said and done',
  gives: 'file',
  params,
  errors: ['not_enough_permissions', 'not_found'],
})

export const runQuestionImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/question-pools/imports/:id/run',
  summary: 'Add the questions of an import to its pool',
  params,
  body: z.object({
    /** The categories to add, all when left out; '' stands for questions without one. */
    categories: z.optional(z.array(rule.plainText(200)).check(z.maxLength(1000))),
    /** Whether questions that the pool has already are added once more. */
    with_present: z.optional(z.boolean()),
  }),
  response: one(QuestionImport),
  errors: ['not_enough_permissions', 'not_found', 'import_moved_on'],
})

export const undoQuestionImport = endpoint({
  ...shared,
  method: 'POST',
  path: '/question-pools/imports/:id/undo',
  summary: 'Take the questions of an import out of the pool again, as far as nobody has changed them',
  params,
  response: one(QuestionImport),
  errors: ['not_enough_permissions', 'not_found', 'import_moved_on'],
})

export const EXPORT_FORMATS = ['gift', 'qti', 'csv'] as const

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/question-pools/:id/export',
  permission: 'question-pools.view',
  summary: 'Download the questions of a pool as GIFT, a QTI 2.1 package or CSV',
  gives: 'file',
  is_read_only: false,
  params,
  query: z.object({ format: z.enum(EXPORT_FORMATS) }),
  errors: ['not_found'],
})
