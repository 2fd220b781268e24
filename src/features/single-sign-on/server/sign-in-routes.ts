import { deviceOf, rememberDevice, setSessionCookies } from '#features/sessions/server/api.ts'
import { landingPath } from '#kernel/access/permissions.ts'
import { fail } from '#kernel/errors.ts'
import { type FileAnswer, type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract-signing.ts'
import { addressesOf, CALLBACK_PATH } from './addresses.ts'
import { keepAnswer, lockAttempt, secretsOf } from './attempts.ts'
import { type Claimed, claimAttempt, finishAttempt } from './finish.ts'
import { ProviderError } from './oidc.ts'
import { portalKey } from './portal-key.ts'
import { samlProvider } from './provider-secrets.ts'
import { emptyAnswer, takeLogoutToken, takeSamlSignOut } from './provider-sign-out.ts'
import { finishSaml, ownMetadata } from './saml.ts'
import { finishSignOut } from './sign-out.ts'
import { isAtHome, startAttempt } from './start.ts'
import { listProviders, loadPasswordSignIn, loadProvider } from './store.ts'
import { enterByWayBack, requestWayBack } from './way-back.ts'

const NEUTRAL_ANSWER =
  'If this e-mail belongs to an administrator of this portal, a sign-in link is on its way. Check your spam folder too: we send at most three links an hour.'

const LONGEST_STATE = 200

const goTo = (address: string): FileAnswer => emptyAnswer(303, { location: address })

/** The calls of signing in at a provider, which people make who are not signed in yet. */
export const signInRoutes = ({ config, secondStep }: Services): Route[] => {
  // From the transaction that takes an attempt to what follows it without one.
  const claims = new WeakMap<object, Claimed>()
  return [
    route(contract.signOnOptions, async ({ tx, ctx }) => {
      const providers = (await listProviders(tx, ctx.host_portal.id)).filter((provider) => provider.is_active)
      const mode = await loadPasswordSignIn(tx, ctx.host_portal.id)
      return {
        data: {
          // Without a provider the portal takes passwords, whatever was chosen when it had one.
          password_sign_in: providers.length > 0 ? mode : ('on' as const),
          providers: providers.map(({ id, name }) => ({ id, name })),
        },
      }
    }),
    route(
      contract.startSignOn,
      async () => ({ data: { address: '' } }),
      async ({ db, ctx: { host_portal: portal, ...ctx }, http, body }) => {
        const here = { ...ctx, portal, host_portal: portal }
        if (!isAtHome(http, here)) return { data: { address: `${portal.origin}/login` } }
        return startAttempt({ db, ctx: here, http, provider_id: body.provider_id, is_test: false }, config)
      },
    ),
    route(
      contract.finishSignOn,
      async ({ tx, ctx, http, body }) => {
        const query = new URLSearchParams(body.query)
        claims.set(ctx, await claimAttempt(tx, ctx, { query, http, key: config.secret }))
        return { data: { landing_path: '', is_test: false } }
      },
      async ({ db, ctx, http, body }) => {
        const claimed = claims.get(ctx)
        if (!claimed) throw fail('sign_on_unfinished')
        return finishAttempt({ db, ctx, http, claimed, query: new URLSearchParams(body.query) }, config)
      },
    ),
    route(contract.receiveSaml, async ({ tx, ctx, http }) => {
      const form = new URLSearchParams(http.raw_body?.toString('utf8'))
      const state = form.get('RelayState')?.slice(0, LONGEST_STATE) ?? ''
      const back = `${ctx.portal.origin}${CALLBACK_PATH}?state=${encodeURIComponent(state)}`
      const portalId = ctx.portal.id
      const attempt = state ? await lockAttempt(tx, portalId, state, ctx.now) : undefined
      const provider = attempt && (await loadProvider(tx, portalId, attempt.provider_id))
      const secrets = attempt && secretsOf(attempt, config.secret, portalId)
      // What nobody asked for, or has been answered, is not even read.
      if (!provider || attempt.answered_at !== null || secrets?.kind !== 'saml') return goTo(back)
      try {
        const answer = await finishSaml(samlProvider(provider, ctx.portal), {
          response: form.get('SAMLResponse') ?? '',
          request_id: secrets.request_id,
        })
        await keepAnswer(tx, config.secret, portalId, { id: attempt.id, answer }, ctx.now)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        await keepAnswer(tx, config.secret, portalId, { id: attempt.id, problem: error.message }, ctx.now)
      }
      return goTo(back)
    }),
    route(
      contract.samlMetadata,
      async () => emptyAnswer(200),
      async ({ db, ctx }) => {
        const key = await portalKey({ db, portal: ctx.portal, key: config.secret, now: ctx.now })
        return {
          name: 'metadata.xml',
          mime_type: 'application/samlmetadata+xml',
          content: Buffer.from(await ownMetadata(addressesOf(ctx.portal), key)),
        }
      },
    ),
    route(
      contract.receiveLogoutToken,
      async () => emptyAnswer(400),
      (call) => takeLogoutToken(call, config),
    ),
    route(
      contract.receiveSamlSignOut,
      async ({ ctx }) => goTo(addressesOf(ctx.portal).signed_out),
      (call) => takeSamlSignOut(call, config),
    ),
    route(
      contract.receiveSamlSignOutForm,
      async ({ ctx }) => goTo(addressesOf(ctx.portal).signed_out),
      (call) => takeSamlSignOut(call, config),
    ),
    route(
      contract.finishSignOut,
      async () => ({ data: { address: null } }),
      ({ db, ctx, http }) => finishSignOut({ db, ctx, http }, config),
    ),
    route(contract.sendWayBack, async ({ tx, ctx, body }) => {
      await requestWayBack(tx, ctx, body.email)
      return { message: NEUTRAL_ANSWER }
    }),
    route(contract.useWayBack, async ({ tx, ctx, body, http }) => {
      const session = await enterByWayBack(tx, ctx, body.token, (account) =>
        secondStep.require(tx, ctx, {
          account,
          device: deviceOf(http, ctx, config),
          http,
          is_remembered: false,
          purpose: undefined,
        }),
      )
      setSessionCookies(http, ctx, config, session)
      rememberDevice(http, ctx, config, session.user_id)
      return { data: { landing_path: landingPath(session.role) } }
    }),
  ]
}
