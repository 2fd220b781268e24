import type { Context } from '#kernel/context.ts'
import type { Db } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { unseal } from '#platform/sealed.ts'
import { hashToken } from '#platform/secrets.ts'
import { addressesOf } from './addresses.ts'
import { SIGN_OUT_COOKIE } from './finish.ts'
import { signOutAddress } from './oidc.ts'
import { oidcClient } from './provider-secrets.ts'
import { loadProvider } from './store.ts'

/** The session of a browser that has signed out here, once; a running one is not given up. */
const takeEnded = (db: Db, portalId: number, token: string) =>
  db.withPortal(portalId, async (tx) => {
    const row = await tx
      .deleteFrom('sign_on_sessions')
      .using('sessions')
      .whereRef('sessions.id', '=', 'sign_on_sessions.session_id')
      .whereRef('sessions.portal_id', '=', 'sign_on_sessions.portal_id')
      .where('sign_on_sessions.portal_id', '=', portalId)
      .where('sign_on_sessions.sign_out_hash', '=', hashToken(token))
      .where('sessions.ended_at', 'is not', null)
      .returning(['sign_on_sessions.provider_id', 'sign_on_sessions.id_token'])
      .executeTakeFirst()
    const provider = row && (await loadProvider(tx, portalId, row.provider_id))
    return provider ? { provider, id_token: row.id_token } : null
  })

/** Where the browser goes to be signed out at the provider too; null where it cannot be, or did not come from one. */
export const finishSignOut = async ({ db, ctx, http }: { db: Db; ctx: Context; http: HttpAccess }, config: Config) => {
  const token = http.cookies[SIGN_OUT_COOKIE]
  http.clearCookie(SIGN_OUT_COOKIE)
  http.clearCookie('signed_on')
  const ended = token ? await takeEnded(db, ctx.portal.id, token) : null
  if (ended?.provider.kind !== 'oidc') return { data: { address: null } }
  const idToken = ended.id_token && unseal(config.secret, `sign-on session ${ctx.portal.id}`, ended.id_token)
  const address = await signOutAddress(oidcClient(ended.provider, config.secret), {
    id_token: idToken,
    back: addressesOf(ctx.portal).signed_out,
    networks: config.FETCH_NETWORKS ?? [],
    // A provider that does not answer keeps nobody here.
  }).catch(() => null)
  return { data: { address } }
}
