import type { Tx } from '#platform/db/db.ts'

type Admin = { id: number; email: string | null; first_name: string | null }

declare module '#platform/services.ts' {
  interface Services {
    /** Makes every process read a portal again and drops its kept pages, once the transaction commits. */
    portalChanged: (tx: Tx, portalId: number) => Promise<void>
    loadPortalAdmins: (tx: Tx, portalId: number) => Promise<Admin[]>
  }
}
