import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { isOutage } from '#kernel/faults/outage.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { actingIn } from '#platform/db/transactions/acting.ts'
import type { Files } from '#platform/files/files.ts'
import { workThroughRows } from '#platform/jobs/row-steps.ts'
import { isMoving, WRITING } from '../rules/fields.ts'
import { problemOf, ROW_FAILED } from '../rules/problem.ts'
import { actorOf, RIGHTS_GONE } from './actor.ts'
import { applyRow } from './apply.ts'
import {
  endStep,
  findImport,
  type ImportRecord,
  leaveRowOut,
  lockImport,
  nextToRun,
  nextToUndo,
  refuseRest,
  settleUntried,
  updateImport,
  updateRow,
} from './store.ts'
import { takeBack } from './take-back.ts'

export type Work = { db: Db; portal: PortalContext; id: number; now: () => Date; signal: AbortSignal }
/** The import of a step whose turn it is, locked, and who takes it. */
type Step = { tx: Tx; record: ImportRecord; ctx: SignedIn | null }

/** One step of a run or an undo in a transaction of its own, under the lock of the import; null when it is not its turn. */
const step = <T>(
  { db, portal, id, now }: Work,
  status: 'running' | 'undoing',
  work: (step: Step) => Promise<T>,
): Promise<T | null> =>
  db.withPortal(portal.id, async (tx) => {
    const record = await lockImport(tx, portal.id, id)
    if (record?.status !== status) return null
    const ctx = await actorOf(tx, portal, record, now())
    if (ctx) await actingIn(tx, ctx, 'import')
    return work({ tx, record, ctx })
  })

const countDone = (tx: Tx, { portal_id, id, rows_done }: ImportRecord) =>
  updateImport(tx, portal_id, id, { rows_done: rows_done + 1 })

/**
 * Runs an import row by row (USR-063), under the lock of the import: a run that dies goes on after its last row, and two
 * runs do each row once.
 */
export const runRows = async (work: Work): Promise<void> => {
  await step(work, 'running', async ({ tx, record }) => {
    const untried = await settleUntried(tx, record, WRITING)
    if (untried > 0) await updateImport(tx, record.portal_id, record.id, { rows_done: record.rows_done + untried })
  })
  await workThroughRows<Step>({
    signal: work.signal,
    inTurn: (does) => step(work, 'running', does),
    doNext: async ({ tx, record, ctx }, last, name) => {
      const at = record.portal_id
      const row = await nextToRun(tx, record, last ?? 0)
      if (!row || !ctx) {
        if (row) await refuseRest(tx, record, RIGHTS_GONE)
        await endStep(tx, record, {
          status: 'done',
          problem: row ? RIGHTS_GONE : null,
          rows_done: record.rows_total,
          finished_at: work.now(),
        })
        return false
      }
      name(row.id)
      const { result, reason, written } = await applyRow(tx, ctx, { record, row: row.data, expected: row.outcome })
      await updateRow(tx, at, row.id, { result, result_reason: reason, ...(written && { written }) })
      await countDone(tx, record)
      return true
    },
    leaveOut: async ({ tx, record }, row, reason) => {
      if (await leaveRowOut(tx, record.portal_id, row, 'run', reason)) await countDone(tx, record)
    },
  })
}

/** Undoes an import row by row, the last one first, in the same way (USR-066). */
export const undoRows = (work: Work): Promise<void> =>
  workThroughRows<Step>({
    signal: work.signal,
    inTurn: (does) => step(work, 'undoing', does),
    doNext: async ({ tx, record, ctx }, last, name) => {
      const at = record.portal_id
      const row = await nextToUndo(tx, record, last ?? Number.MAX_SAFE_INTEGER)
      if (!row || !ctx) {
        const change = row
          ? ({ status: 'done', problem: RIGHTS_GONE } as const)
          : ({ status: 'undone', undone_at: work.now(), problem: null } as const)
        await endStep(tx, record, change)
        return false
      }
      name(row.id)
      const { undo: outcome, reason } = await takeBack(tx, ctx, record, row.written)
      await updateRow(tx, at, row.id, { undo: outcome, undo_reason: reason })
      await countDone(tx, record)
      return true
    },
    leaveOut: async ({ tx, record }, row, reason) => {
      if (await leaveRowOut(tx, record.portal_id, row, 'undo', reason)) await countDone(tx, record)
    },
  })

/**
 * Ends a run, check or undo that failed in all of its tries, and says why. What was done stays, a run can be continued or
 * undone, a check or undo taken again. The row at which a run stopped is left out when the row itself was at fault.
 */
export const giveUp = async ({ db, portal, id }: Work, failure: unknown): Promise<void> => {
  await db.withPortal(portal.id, async (tx) => {
    const record = await lockImport(tx, portal.id, id)
    if (!record || !isMoving(record.status)) return
    const status = STOPPED_AS[record.status as keyof typeof STOPPED_AS]
    const row = record.status === 'running' && !isOutage(failure) ? await nextToRun(tx, record, 0) : null
    if (row) await updateRow(tx, portal.id, row.id, { result: 'refused', result_reason: ROW_FAILED })
    const rows_done = record.rows_done + (row ? 1 : 0)
    await endStep(tx, record, { status, rows_done, problem: problemOf(record.status, failure, row) })
  })
}

const STOPPED_AS = { checking: 'failed', running: 'stopped', undoing: 'done' } as const

const OVER: readonly string[] = ['done', 'stopped']

/** Removes the sheet of an import that has been run. */
export const forgetSheet = async ({ db, portal, id }: Work, files: Files): Promise<void> => {
  const record = await db.withPortal(portal.id, (tx) => findImport(tx, portal.id, id))
  if (!record?.file_key || !OVER.includes(record.status)) return
  await files.delete(record.file_key)
  await db.withPortal(portal.id, (tx) => updateImport(tx, portal.id, id, { file_key: null }))
}
