import type { Account } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import type { HttpAccess } from '#platform/http/route.ts'

export type PasswordSignIn = {
  account: Pick<Account, 'id'>
  device: Device | null
  http: HttpAccess
  is_remembered: boolean
  purpose: 'checkout' | 'invitation' | undefined
  /** Whether a badge takes the place of the e-mail. */
  is_by_badge?: boolean
}

declare module '#platform/services.ts' {
  interface Services {
    /** The name of the provider at which somebody signs in instead of with a password; null where the portal takes one (SSO-011). */
    providerInsteadOfPassword: (tx: Tx, portalId: number, email: string | null) => Promise<string | null>
    /** Asks for the second factor of an account that has one; filled in by the composition. */
    secondStep: {
      /** Throws `second_step_required` unless the password alone is enough (AUT-057). */
      require: (tx: Tx, ctx: Context, signIn: PasswordSignIn) => Promise<void>
    }
  }
}
