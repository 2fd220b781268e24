import type { Tx } from '../db/db.ts'

export type ReleaseValue = Record<string, unknown>

/** A record as the public site shows it now; `title` is what its editors call it. */
export type Releasable = { title: string; live: ReleaseValue }

/**
 * A kind of record that a release can put live together with others (PGB-050). Its slice makes one of it, `releases`
 * lists them.
 */
export type ReleasableKind = {
  kind: string
  /** What the public site shows of the record now; with `isLocked` until the transaction ends. Null where it is gone. */
  read: (tx: Tx, portalId: number, id: number, isLocked?: boolean) => Promise<Releasable | null>
  /** What is picked when nothing else is said: the newest draft, where the kind has drafts of its own. */
  draft: (tx: Tx, portalId: number, id: number) => Promise<ReleaseValue | null>
  /** The value as it may be kept; throws `invalid` for one that the site could not show. */
  check: (tx: Tx, portalId: number, id: number, value: ReleaseValue) => Promise<ReleaseValue>
  /** Shows visitors this value. It announces nothing: a preview does it as well, and takes it back. */
  put: (tx: Tx, portalId: number, id: number, value: ReleaseValue, now: Date) => Promise<void>
  /** Whether putting the picked value live would undo something that was put live since it was picked. */
  isBehind: (picked: { value: ReleaseValue; base: ReleaseValue | null }, live: ReleaseValue) => boolean
  /** The record of API-030 that an open form of it holds; null where none does. */
  edited_as: string | null
}
