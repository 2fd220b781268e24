import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue, type Job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { FIELDS, TITLES, UNDOABLE } from '../rules/fields.ts'
import { requireAll } from './actor.ts'
import { checkJob, runJob, undoJob } from './job-names.ts'
import { presentImport, presentImports } from './present.ts'
import { previewUndo } from './preview-undo.ts'
import { reportOf, template } from './report.ts'
import { findImport, type ImportRecord, listImports, pageOfRows, requireTurn, takeStep } from './store.ts'
import { daysLater, REPORT_DAYS, sheetExpires, uploadSheet } from './upload.ts'

const CSV = 'text/csv; charset=utf-8'

const requireImport = async (tx: Tx, ctx: SignedIn, id: number): Promise<ImportRecord> => {
  requireAll(ctx)
  const record = await findImport(tx, ctx.portal.id, id)
  if (!record || record.expires_at <= ctx.now) throw fail('not_found')
  return record
}

type Step = Parameters<typeof takeStep>[3] & { job: Job<{ portal_id: number; import_id: number }>; action: string }

/** Takes a step of an import in the name of the caller: its job goes with the change of its state, once. */
const take = async (tx: Tx, ctx: SignedIn, id: number, { job, action, ...change }: Step) => {
  await requireImport(tx, ctx, id)
  const { viewer, portal } = ctx
  const by = { user_id: viewer.user_id, role: viewer.current_role, impersonator_id: viewer.impersonator_id }
  await takeStep(tx, portal.id, id, { rows_done: 0, ...change, ...by, problem: null })
  await enqueue(tx, job, { portal_id: portal.id, import_id: id })
  await logActivity(tx, ctx, { action, subject_type: 'import', subject_id: id })
  return { data: await presentImport(tx, portal.id, await requireImport(tx, ctx, id)) }
}

/** One column for each field at most, within the sheet, and one for the e-mail or the badge number (USR-061, BDG-003). */
const requireColumns = ({ header }: ImportRecord, columns: Record<string, number | null>): void => {
  if (columns.email === null && columns.badge_number === null)
    throw fail('invalid', { fields: { email: ['Choose the column that holds the e-mail or the badge number.'] } })
  const chosen = new Set<number>()
  for (const field of FIELDS) {
    const at = columns[field]
    if (at === null || at === undefined) continue
    if (at >= header.length) throw fail('invalid', { fields: { [field]: ['The sheet has no such column.'] } })
    if (chosen.has(at))
      throw fail('invalid', { fields: { [field]: [`${TITLES[field][0]} uses a column that is used already.`] } })
    chosen.add(at)
  }
}

/** Numbers are entered and removed by people themselves, as on the page of a person (TXT-006, TXT-021). */
const requireSelf = ({ viewer }: SignedIn, { columns }: ImportRecord): boolean => {
  if (columns.mobile_number === null || columns.mobile_number === undefined) return false
  if (viewer.impersonator_id) throw fail('not_enough_permissions')
  if (viewer.is_token) throw fail('operation_not_permitted')
  return true
}

export const routes = ({ files }: Services): Route[] => [
  route(contract.listImports, async ({ tx, ctx }) => {
    requireAll(ctx)
    return { data: await presentImports(tx, ctx.portal.id, await listImports(tx, ctx.portal.id, ctx.now)) }
  }),
  route(contract.uploadImport, async ({ tx, ctx, files: uploads }) => {
    requireAll(ctx)
    const record = await uploadSheet(tx, ctx, files, uploads)
    return { data: await presentImport(tx, ctx.portal.id, record as ImportRecord) }
  }),
  route(contract.importTemplate, async ({ ctx }) => {
    requireAll(ctx)
    return { name: 'people.csv', mime_type: CSV, content: template(), is_attachment: true }
  }),
  route(contract.showImport, async ({ tx, ctx, params }) => ({
    data: await presentImport(tx, ctx.portal.id, await requireImport(tx, ctx, params.id)),
  })),
  route(contract.listImportRows, async ({ tx, ctx, params, query }) => {
    const { id } = await requireImport(tx, ctx, params.id)
    return pageOfRows(tx, ctx.portal.id, id, query)
  }),
  route(contract.checkImport, async ({ tx, ctx, params, body }) => {
    const record = await requireImport(tx, ctx, params.id)
    requireColumns(record, body.columns)
    return take(tx, ctx, params.id, {
      from: ['uploaded', 'checked', 'failed'],
      status: 'checking',
      columns: body.columns,
      credits: 0,
      rows_total: 0,
      expires_at: sheetExpires(ctx.now),
      job: checkJob,
      action: 'import.check',
    })
  }),
  route(contract.runImport, async ({ tx, ctx, params, body }) => {
    const record = await requireImport(tx, ctx, params.id)
    const { status, rows_done } = record
    if (requireSelf(ctx, record) && body.has_consented !== true)
      throw fail('invalid', {
        fields: {
          has_consented: ['Please confirm that everyone with a mobile number agreed to receive text messages.'],
        },
      })
    // What was done before a run stopped counts on.
    if (status === 'stopped')
      return take(tx, ctx, params.id, {
        from: ['stopped'],
        status: 'running',
        rows_done,
        job: runJob,
        action: 'import.run',
      })
    return take(tx, ctx, params.id, {
      from: ['checked'],
      status: 'running',
      run_at: ctx.now,
      expires_at: daysLater(ctx.now, REPORT_DAYS),
      job: runJob,
      action: 'import.run',
    })
  }),
  route(contract.previewImportUndo, async ({ tx, ctx, params, query }) => {
    const record = await requireImport(tx, ctx, params.id)
    requireTurn(record, UNDOABLE)
    return { data: await previewUndo(tx, ctx, record, query) }
  }),
  route(contract.undoImport, async ({ tx, ctx, params }) => {
    requireSelf(ctx, await requireImport(tx, ctx, params.id))
    return take(tx, ctx, params.id, { from: UNDOABLE, status: 'undoing', job: undoJob, action: 'import.undo' })
  }),
  route(contract.importReport, async ({ tx, ctx, params }) => {
    const record = await requireImport(tx, ctx, params.id)
    await logActivity(tx, ctx, { action: 'import.report', subject_type: 'import', subject_id: record.id })
    const name = `${record.file_name.replace(/\.[^.]*$/, '')}-report.csv`
    return { name, mime_type: CSV, content: await reportOf(tx, record), is_attachment: true }
  }),
]
