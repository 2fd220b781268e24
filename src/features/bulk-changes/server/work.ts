import { actingPerson } from '#features/permissions/server/api.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { isOutage } from '#kernel/faults/outage.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { actingIn } from '#platform/db/transactions/acting.ts'
import { workThroughRows } from '#platform/jobs/row-steps.ts'
import { isMoving, PERMISSION_OF } from '../rules/actions.ts'
import { problemOf, RIGHTS_GONE, ROW_FAILED } from '../rules/problem.ts'
import { applyRow } from './apply.ts'
import { type MoveServices, tellOfMoves } from './moves.ts'
import { restoreRow } from './restore.ts'
import {
  type ChangeRecord,
  leaveRowOut,
  lockChange,
  nextToRun,
  nextToUndo,
  refuseRest,
  settleUntried,
  updateChange,
  updateRow,
} from './store.ts'
import { countRows } from './sums.ts'

export type Work = {
  db: Db
  services: MoveServices
  portal: PortalContext
  id: number
  now: () => Date
  signal: AbortSignal
}
/** The bulk change of a step whose turn it is, locked, and who takes it. */
type Step = { tx: Tx; record: ChangeRecord; ctx: SignedIn | null }

/** Works in a transaction of its own, under the lock of the bulk change; null when it is not its turn. */
const inTurn = <T>(
  { db, portal, id, now }: Work,
  status: 'running' | 'undoing',
  work: (step: Step) => Promise<T>,
): Promise<T | null> =>
  db.withPortal(portal.id, async (tx) => {
    const record = await lockChange(tx, portal.id, id)
    if (record?.status !== status) return null
    const permission = PERMISSION_OF[record.action]
    const ctx = await actingPerson(tx, { portal, taker: record, permission, now: now() })
    if (ctx) await actingIn(tx, ctx, 'bulk')
    return work({ tx, record, ctx })
  })

type Change = Parameters<typeof updateChange>[3]

/** Ends a step with how the rows have come out. */
const endStep = async (tx: Tx, record: ChangeRecord, change: Change) => {
  const { portal_id, id } = record
  await updateChange(tx, portal_id, id, { ...change, sums: await countRows(tx, portal_id, id) })
  await tellOfMoves(tx, record)
}

const countDone = (tx: Tx, { portal_id, id, rows_done }: ChangeRecord) =>
  updateChange(tx, portal_id, id, { rows_done: rows_done + 1 })

/** Runs a bulk change row by row (BLK-007). */
export const runRows = async (work: Work): Promise<void> => {
  await inTurn(work, 'running', async ({ tx, record }) => {
    const untried = await settleUntried(tx, record)
    if (untried > 0) await updateChange(tx, record.portal_id, record.id, { rows_done: record.rows_done + untried })
  })
  await workThroughRows<Step>({
    signal: work.signal,
    inTurn: (does) => inTurn(work, 'running', does),
    doNext: async ({ tx, record, ctx }, last, name) => {
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
      const { result, reason, written, enrollment_id, mail } = await applyRow(work.services, tx, ctx, record, row)
      await updateRow(tx, record.portal_id, row.id, {
        result,
        result_reason: reason,
        ...(written && { written }),
        ...(mail && { mail }),
        ...(enrollment_id !== null && { enrollment_id }),
      })
      await countDone(tx, record)
      return true
    },
    leaveOut: async ({ tx, record }, row, reason) => {
      if (await leaveRowOut(tx, record.portal_id, row, 'run', reason)) await countDone(tx, record)
    },
  })
}

/** Undoes a bulk change row by row, the last one first (BLK-010). */
export const undoRows = (work: Work): Promise<void> =>
  workThroughRows<Step>({
    signal: work.signal,
    inTurn: (does) => inTurn(work, 'undoing', does),
    doNext: async ({ tx, record, ctx }, last, name) => {
      const row = await nextToUndo(tx, record, last ?? Number.MAX_SAFE_INTEGER)
      if (!row || !ctx) {
        const change: Change = row
          ? { status: 'done', problem: RIGHTS_GONE }
          : { status: 'undone', undone_at: work.now(), problem: null }
        await endStep(tx, record, change)
        return false
      }
      name(row.id)
      const { undo, reason } = await restoreRow(work.services, tx, ctx, record, row)
      await updateRow(tx, record.portal_id, row.id, { undo, undo_reason: reason })
      await countDone(tx, record)
      return true
    },
    leaveOut: async ({ tx, record }, row, reason) => {
      if (await leaveRowOut(tx, record.portal_id, row, 'undo', reason)) await countDone(tx, record)
    },
  })

/**
 * Ends a run or an undo that failed in all of its tries, and says why (BLK-008). What was done stays; the row at which a run
 * stopped is left out when the row itself was at fault.
 */
export const giveUp = async ({ db, portal, id }: Work, failure: unknown): Promise<void> => {
  await db.withPortal(portal.id, async (tx) => {
    const record = await lockChange(tx, portal.id, id)
    if (!record || !isMoving(record.status)) return
    const isRun = record.status === 'running'
    const row = isRun && !isOutage(failure) ? await nextToRun(tx, record, 0) : null
    if (row) await updateRow(tx, portal.id, row.id, { result: 'refused', result_reason: ROW_FAILED })
    await endStep(tx, record, {
      status: isRun ? 'stopped' : 'done',
      rows_done: record.rows_done + (row ? 1 : 0),
      problem: problemOf(record.action, record.status, failure, row),
    })
  })
}
