import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** The portal's subscription, or null (ORD-029). */
    portalSubscription: (tx: Tx, portalId: number) => Promise<{ status: string; ends_at: Date | null } | null>
  }
}

/** What portals show of subscriptions, which stand above them. */
export type PortalPorts = Pick<Services, 'portalSubscription'>
