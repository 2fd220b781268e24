import type { Tx } from '#platform/db/db.ts'

/** Takes what an enrollment has of an item out of it, so that it can be done again. */
export type OpenAgain = (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number; item_id: number },
  by: { reset_at: Date; reset_by: number },
) => Promise<void>

/** Undoes `OpenAgain` of a moment. */
export type CloseAgain = (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number; item_id: number },
  resetAt: Date,
) => Promise<void>

declare module '#platform/services.ts' {
  interface Services {
    /** What types of items do, beside losing their status, when an author asks for them again (VER-019). */
    openAgain: Readonly<Record<string, OpenAgain>>
    /** How the same types take that back (BLK-030). */
    closeAgain: Readonly<Record<string, CloseAgain>>
  }
}
