import { deviceOf } from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import type { Browser } from './actions/sign-in.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** Whether a portal sends text messages; filled in by the composition. */
    sendsTexts: (tx: Tx, portalId: number) => Promise<boolean>
  }
}

type Needs = Pick<Services, 'config' | 'providerInsteadOfPassword' | 'secondStep'>

/** The browser of a sign-in by badge, and what it asks for after the PIN. */
export const browserOf =
  ({ config, providerInsteadOfPassword, secondStep }: Needs) =>
  (tx: Tx, ctx: Context, http: HttpAccess, isRemembered: boolean): Browser => {
    const device = deviceOf(http, ctx, config)
    return {
      device,
      is_remembered: isRemembered,
      providerInstead: providerInsteadOfPassword,
      afterSecret: (account: { id: number }) =>
        secondStep.require(tx, ctx, {
          account,
          device,
          http,
          is_remembered: isRemembered,
          purpose: undefined,
          is_by_badge: true,
        }),
    }
  }
