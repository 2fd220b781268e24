import type { Tx } from '#platform/db/db.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** The name of the provider at which somebody signs in instead of with a password; null where the portal takes one (SSO-011). */
    providerInsteadOfPassword: (tx: Tx, portalId: number, email: string) => Promise<string | null>
  }
}
