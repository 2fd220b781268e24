import type { Tx } from '../db/db.ts'
import { announce } from '../live/changes.ts'

/** The topic that tells all processes the tags of changed content. */
export const PAGES_CHANGED = 'pages.changed'

/**
 * Drops the cached pages that show the change, in all processes, once the transaction commits. Tags: `portal:ID` (all
 * pages of a portal), `courses:PORTAL`, `course:ID`, `person:ID` (a person named on a page), `bundles:PORTAL`, `page:ID`
 * (a page of blocks), `pages:PORTAL` (all of them), `page-list:PORTAL` (which there are), `plans` (of all portals).
 */
export const dropPages = (tx: Tx, ...tags: string[]): Promise<void> => announce(tx, PAGES_CHANGED, tags)
