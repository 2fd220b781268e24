import {
  bulkEnroll,
  bulkExtend,
  bulkGrade,
  bulkMove,
  bulkRemind,
  bulkUnenroll,
  listBulkChangeRows,
  previewBulkUndo,
  runBulkChange,
  showBulkChange,
  undoBulkChange,
} from '../../src/features/bulk-changes/contract.ts'
import type { Input, Wire } from '../../src/kernel/endpoint.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { exportCalls } from '../exports.ts'

type Shift = { on: string } | { by_days: number }
export type ShownRow = Wire<typeof listBulkChangeRows>['data'][number]

const DAY_MS = 86_400_000
/** A moment this number of days from now, and its day. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)
export const dayIn = (days: number): string => inDays(days).toISOString().slice(0, 10)

/** Makes bulk changes like admins, step by step. */
export const bulkChanging = (t: TestApp) => {
  const { runJob } = exportCalls(t)
  const enroll = async (
    who: TestPerson,
    course_id: number,
    user_ids: number[],
    dates: { starts_at?: string; due_at?: string | null } = {},
  ) => (await t.as(who).call(bulkEnroll, { body: { course_id, user_ids, ...dates } as never })).data
  const unenroll = async (who: TestPerson, enrollment_ids: number[]) =>
    (await t.as(who).call(bulkUnenroll, { body: { enrollment_ids } })).data
  const extend = async (who: TestPerson, enrollment_ids: number[], dates: { due?: Shift; access?: Shift }) =>
    (await t.as(who).call(bulkExtend, { body: { enrollment_ids, ...dates } })).data
  const remind = async (who: TestPerson, enrollment_ids: number[]) =>
    (await t.as(who).call(bulkRemind, { body: { enrollment_ids } })).data
  const move = async (who: TestPerson, body: Input<typeof bulkMove>['body']) =>
    (await t.as(who).call(bulkMove, { body })).data
  const grade = async (who: TestPerson, response_ids: number[], score: number, comment: string | null = null) =>
    (await t.as(who).call(bulkGrade, { body: { response_ids, score, comment } })).data
  const show = async (who: TestPerson, id: number) => (await t.as(who).call(showBulkChange, { params: { id } })).data
  const rows = async (who: TestPerson, id: number, query: Record<string, unknown> = {}): Promise<ShownRow[]> =>
    (await t.as(who).call(listBulkChangeRows, { params: { id }, query: query as never })).data
  const step = (name: 'run' | 'undo', who: TestPerson, id: number) =>
    runJob(`bulk-changes.${name}`, { portal_id: who.portal.id, change_id: id })
  const start = (who: TestPerson, id: number) => t.as(who).call(runBulkChange, { params: { id } })
  const run = async (who: TestPerson, id: number) => {
    await start(who, id)
    await step('run', who, id)
    return show(who, id)
  }
  const previewUndo = async (who: TestPerson, id: number) =>
    (await t.as(who).call(previewBulkUndo, { params: { id } })).data
  const undo = async (who: TestPerson, id: number) => {
    await t.as(who).call(undoBulkChange, { params: { id } })
    await step('undo', who, id)
    return show(who, id)
  }
  /** What stands in the way of each row, or that it is restored, in the order of the rows. */
  const undone = async (who: TestPerson, id: number) =>
    (await rows(who, id)).filter(({ undo: outcome }) => outcome !== null).map((row) => row.undo_reason ?? row.undo)
  return {
    enroll,
    unenroll,
    extend,
    remind,
    move,
    grade,
    show,
    rows,
    step,
    start,
    run,
    previewUndo,
    undo,
    undone,
    runJob,
  }
}
