import { pendingEmailOf } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import type { completeSignIn } from './actions/sign-in.ts'
import { ownProvider, presentMe } from './present-me.ts'
import { secondFactorOf } from './second-factor.ts'
import { rememberDevice, setSessionCookies } from './sessions.ts'

type SignedInPerson = Awaited<ReturnType<typeof completeSignIn>>
type Browser = { http: HttpAccess; config: Config; is_remembered: boolean }

/**
 * What every sign-in ends with: the cookies of the session, a browser that the account knows, and the person. `device_id` is that
 * browser's.
 */
export const welcome = async (
  tx: Tx,
  ctx: Context,
  { person, roles, role, token }: SignedInPerson,
  { http, config, is_remembered }: Browser,
) => {
  const deviceId = rememberDevice(http, ctx, config, person.id)
  setSessionCookies(http, ctx, config, { token, role, is_remembered })
  const me = presentMe(ctx, person, {
    roles,
    current_role: role,
    is_outside: false,
    toggles: {},
    impersonator_id: null,
    impersonator_name: null,
    password_provider: await ownProvider(tx, ctx, person.email, role),
    pending_email: await pendingEmailOf(tx, ctx, person.id),
    second_factor: await secondFactorOf(tx, ctx, person.id, config),
  })
  return { me, device_id: deviceId }
}
