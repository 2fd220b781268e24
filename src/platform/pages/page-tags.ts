import type { Tx } from '../db/db.ts'
import { announce } from '../live/changes.ts'

/** Topic on which tags of changed content are told to all processes. */
export const PAGES_CHANGED = 'pages.changed'

/**
 * Drops the kept pages that show what has changed, in all processes, once the transaction commits. Tags: `portal:ID` (all
 * pages of a portal), `courses:PORTAL`, `course:ID`, `person:ID` (who is named on a page), `bundles:PORTAL`, `plans`
 * (of all portals).
 */
export const dropPages = (tx: Tx, ...tags: string[]): Promise<void> => announce(tx, PAGES_CHANGED, tags)
