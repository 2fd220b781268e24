import type { Tx } from '../db/db.ts'
import { announce } from './changes.ts'

/** The topic that tells all processes about the end of a session or a change of somebody's roles or name. */
export const VIEWER_CHANGED = 'viewers.changed'

/** Makes every process read this person's sessions, roles and name again once the transaction commits. */
export const forgetViewer = (tx: Tx, userId: number): Promise<void> => announce(tx, VIEWER_CHANGED, { user_id: userId })
