import type { Tx } from '#platform/db/db.ts'

/** What portals show of slices that stand above them; the composition hands it in, so that no import runs upward. */
export type PortalPorts = {
  /** All credits of the portal together (CRD-003). */
  credits: (
    tx: Tx,
    portalId: number,
  ) => Promise<{ total: number; remaining: number; distributed: number; used: number }>
  /** The portal's subscription, or null (ORD-029). */
  subscription?: (tx: Tx, portalId: number) => Promise<{ status: string; ends_at: Date | null } | null>
}
