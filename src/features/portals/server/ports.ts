import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** A drawing of ours as a WebP picture, 1280 by 720. */
    drawArt: (art: { subject: string; title: string }) => Promise<Buffer>
    /** The portal's subscription, or null (ORD-029). */
    portalSubscription: (tx: Tx, portalId: number) => Promise<{ status: string; ends_at: Date | null } | null>
    /** Notifies people where a portal has used 80 or 100 percent of its changed daily limit of text messages (TXT-028). */
    textLimitChanged: (tx: Tx, at: Pick<Context, 'portal' | 'now'>) => Promise<void>
  }
}

/** What portals show of subscriptions, which stand above them. */
export type PortalPorts = Pick<Services, 'portalSubscription' | 'drawArt'>
