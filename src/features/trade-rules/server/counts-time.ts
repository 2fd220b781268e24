import type { Tx } from '#platform/db/db.ts'
import { isTimeKind } from '../rules/model.ts'
import { loadRulesOf } from './store.ts'

/** Whether a rule about time names a course: its items can then only be done with a connection (TRD-010, OFF-003). */
export const countsTime = async (tx: Tx, portalId: number, courseId: number): Promise<boolean> =>
  (await loadRulesOf(tx, portalId, [courseId])).some(({ kind }) => isTimeKind(kind))
