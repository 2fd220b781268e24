import type { Context } from '#kernel/context.ts'
import type { Db } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { unseal } from '#platform/sealed.ts'
import { hashToken } from '#platform/secrets.ts'
import { addressesOf } from './addresses.ts'
import { SIGN_OUT_COOKIE } from './finish.ts'
import { signOutAddress } from './oidc.ts'
import { portalKey } from './portal-key.ts'
import { oidcClient, samlProvider } from './provider-secrets.ts'
import type { SamlName } from './saml.ts'
import { samlSignOutAddress } from './saml-sign-out.ts'
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
      .returning(['sign_on_sessions.provider_id', 'sign_on_sessions.provider_session', 'sign_on_sessions.hint'])
      .executeTakeFirst()
    const provider = row && (await loadProvider(tx, portalId, row.provider_id))
    return provider ? { provider, session: row.provider_session, hint: row.hint } : null
  })

/** Where the browser goes to be signed out at the provider too; null where it cannot be, or did not come from one. */
export const finishSignOut = async ({ db, ctx, http }: { db: Db; ctx: Context; http: HttpAccess }, config: Config) => {
  const token = http.cookies[SIGN_OUT_COOKIE]
  http.clearCookie(SIGN_OUT_COOKIE)
  http.clearCookie('signed_on')
  const ended = token ? await takeEnded(db, ctx.portal.id, token) : null
  if (!ended) return { data: { address: null } }
  const { provider, session } = ended
  const hint = ended.hint && unseal(config.secret, `sign-on session ${ctx.portal.id}`, ended.hint)
  const atOidc = () =>
    signOutAddress(oidcClient(provider, config.secret), {
      id_token: hint,
      back: addressesOf(ctx.portal).signed_out,
      networks: config.FETCH_NETWORKS ?? [],
    })
  const atSaml = async () => {
    if (!hint) return null
    const key = await portalKey({ db, portal: ctx.portal, key: config.secret, now: ctx.now })
    return samlSignOutAddress(samlProvider(provider, ctx.portal), key, { name: JSON.parse(hint) as SamlName, session })
  }
  // A provider that does not answer keeps nobody here.
  const address = await (provider.kind === 'oidc' ? atOidc() : atSaml()).catch(() => null)
  return { data: { address } }
}
