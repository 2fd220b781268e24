import { challengeName, challengeValue, isDomainProved, readDomain } from '#features/domains/server/api.ts'
import { ROLES, type Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import { fetchFile } from '#platform/outside/fetch-file.ts'
import { randomToken } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { GRACE_DAYS } from '../rules/domain-proof.ts'
import { givableRoles } from '../rules/mapped-roles.ts'
import { addressesOf, faultOfAddress } from './addresses.ts'
import { lastResult } from './attempts.ts'
import { providerValues } from './provider-values.ts'
import { readMetadata } from './read-metadata.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { isAtHome, startAttempt } from './start.ts'
import * as store from './store.ts'

const LONGEST_METADATA = 500_000

const presentProvider = async (tx: Tx, ctx: SignedIn, row: store.ProviderRow) => {
  const { portal_id: _portal, client_secret: secret, updated_at: _updated, ...shown } = row
  return {
    ...shown,
    has_client_secret: secret !== null,
    last_test: await lastResult(tx, ctx.portal.id, row.id),
    addresses: addressesOf(ctx.portal),
  }
}

const presentDomain = ({ token, ...row }: store.DomainRow) => ({
  ...row,
  proved_until: row.missing_since && new Date(row.missing_since.getTime() + GRACE_DAYS * 86_400_000),
  record_name: challengeName(row.domain),
  record_value: challengeValue(token),
})

const required = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await store.loadProvider(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

const note = (tx: Tx, ctx: SignedIn, action: string, id: number, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action, subject_type: 'sign-on-provider', subject_id: id, changes })

/** Refuses what would leave a portal that takes no passwords without a provider (SSO-011). */
const requireAnother = async (tx: Tx, ctx: SignedIn, id: number) => {
  if ((await store.loadPasswordSignIn(tx, ctx.portal.id)) === 'on') return
  const others = (await store.listProviders(tx, ctx.portal.id)).filter((row) => row.is_active && row.id !== id)
  if (others.length === 0) throw fail('sign_on_needed')
}

const domainRow = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = (await store.listDomains(tx, ctx.portal.id)).find((domain) => domain.id === id)
  if (!row) throw fail('not_found')
  return row
}

const overview = async (tx: Tx, ctx: SignedIn) => ({
  password_sign_in: await store.loadPasswordSignIn(tx, ctx.portal.id),
  addresses: addressesOf(ctx.portal),
  roles: givableRoles(ctx.portal.flags).map((role: Role) => ({ role, name: ROLES[role].name })),
  providers: await Promise.all(
    (await store.listProviders(tx, ctx.portal.id)).map((row) => presentProvider(tx, ctx, row)),
  ),
  domains: (await store.listDomains(tx, ctx.portal.id)).map(presentDomain),
})

type Body = Input<typeof contract.createProvider>['body']

/** The calls of the settings of single sign-on (SSO-001), and those of signing in. */
export const routes = (services: Services): Route[] => {
  const { config, portalChanged } = services
  const networks = config.FETCH_NETWORKS ?? []
  const values = (ctx: SignedIn, body: Body, before: store.ProviderRow | null) =>
    providerValues(body, { portal: ctx.portal, key: config.secret, networks, before })
  return [
    ...signInRoutes(services),
    route(contract.showSignOn, async ({ tx, ctx }) => ({ data: await overview(tx, ctx) })),
    route(contract.updateSignOn, async ({ tx, ctx, body: { password_sign_in: mode } }) => {
      await store.lockSettings(tx, ctx.portal.id)
      const before = await store.loadPasswordSignIn(tx, ctx.portal.id)
      if (mode !== 'on') {
        const providers = await store.listProviders(tx, ctx.portal.id)
        if (!providers.some((row) => row.is_active && row.succeeded_at !== null)) throw fail('sign_on_untried')
      }
      await store.savePasswordSignIn(tx, ctx.portal.id, mode, ctx.now)
      await logActivity(tx, ctx, { action: 'sign-on.passwords', changes: { from: before, to: mode } })
      // The sign-in page is kept as it was drawn.
      await portalChanged(tx, ctx.portal.id)
      return { data: { password_sign_in: mode } }
    }),
    route(contract.createProvider, async ({ tx, ctx, body }) => {
      await store.lockSettings(tx, ctx.portal.id)
      if ((await store.listProviders(tx, ctx.portal.id)).length >= contract.MOST_PROVIDERS)
        throw fail('invalid', { message: `A portal has at most ${contract.MOST_PROVIDERS} providers.` })
      const id = await store.insertProvider(tx, ctx.portal.id, body.kind, values(ctx, body, null), ctx.now)
      await note(tx, ctx, 'sign-on-provider.create', id, { name: body.name, issuer: body.issuer })
      await portalChanged(tx, ctx.portal.id)
      return { data: await presentProvider(tx, ctx, await required(tx, ctx, id)) }
    }),
    route(contract.showProvider, async ({ tx, ctx, params }) => ({
      data: await presentProvider(tx, ctx, await required(tx, ctx, params.id)),
    })),
    route(contract.updateProvider, async ({ tx, ctx, params, body }) => {
      await store.lockSettings(tx, ctx.portal.id)
      const before = await required(tx, ctx, params.id)
      if (before.is_active && !body.is_active) await requireAnother(tx, ctx, params.id)
      await store.saveProvider(
        tx,
        ctx.portal.id,
        params.id,
        values(ctx, { ...body, kind: before.kind }, before),
        ctx.now,
      )
      const { name, issuer, is_active, creates_people } = body
      await note(tx, ctx, 'sign-on-provider.update', params.id, { name, issuer, is_active, creates_people })
      await portalChanged(tx, ctx.portal.id)
      return { data: await presentProvider(tx, ctx, await required(tx, ctx, params.id)) }
    }),
    route(contract.deleteProvider, async ({ tx, ctx, params }) => {
      await store.lockSettings(tx, ctx.portal.id)
      const { name } = await required(tx, ctx, params.id)
      await requireAnother(tx, ctx, params.id)
      await store.markDeleted(tx, ctx.portal.id, params.id, ctx.now)
      await note(tx, ctx, 'sign-on-provider.delete', params.id, { name })
      await portalChanged(tx, ctx.portal.id)
      return undefined
    }),
    route(
      contract.readMetadata,
      async () => ({ data: { issuer: '', sign_in_url: '', sign_out_url: null, certificates: [] } }),
      async ({ body }) => {
        if (!body.address) return { data: readMetadata(body.xml, 'xml') }
        const fault = faultOfAddress(body.address, networks)
        if (fault) throw fail('invalid', { fields: { address: [fault] } })
        const file = await fetchFile(body.address, {
          networks,
          max_bytes: LONGEST_METADATA,
          accept: 'application/samlmetadata+xml, application/xml, text/xml',
        }).catch(() => {
          throw fail('invalid', { fields: { address: ['Nothing could be read at this address.'] } })
        })
        return { data: readMetadata(file.bytes.toString('utf8'), 'address') }
      },
    ),
    route(
      contract.testProvider,
      async ({ tx, ctx, params, http }) => {
        await required(tx, ctx, params.id)
        if (!isAtHome(http, ctx))
          throw fail('invalid', {
            message: `Open ${ctx.portal.origin} to run the test: the provider sends you back there.`,
          })
        return { data: { address: '' } }
      },
      ({ db, ctx, http, params }) => startAttempt({ db, ctx, http, provider_id: params.id, is_test: true }, config),
    ),
    route(contract.addSignOnDomain, async ({ tx, ctx, body }) => {
      const { host: domain, fault } = readDomain(config, body.domain)
      if (fault) throw fail('domain_unusable', { params: { domain, reason: fault }, field: 'domain' })
      const provider = await store.loadProvider(tx, ctx.portal.id, body.provider_id)
      if (!provider) throw fail('invalid', { field: 'provider_id' })
      if ((await store.listDomains(tx, ctx.portal.id)).length >= contract.MOST_DOMAINS)
        throw fail('invalid', { message: `A portal has at most ${contract.MOST_DOMAINS} e-mail domains.` })
      const made = { domain, provider_id: provider.id, token: randomToken(), created_at: ctx.now }
      const id = await store.insertDomain(tx, ctx.portal.id, made)
      if (id === null) throw fail('conflict', { message: `${domain} is in the list already.`, field: 'domain' })
      await note(tx, ctx, 'sign-on-domain.create', provider.id, { name: domain })
      return { data: presentDomain(await domainRow(tx, ctx, id)) }
    }),
    route(
      contract.checkSignOnDomain,
      async ({ tx, ctx, params }) => ({ data: presentDomain(await domainRow(tx, ctx, params.id)) }),
      async ({ db, ctx, params, answer }) => {
        const token = answer.data.record_value.slice(challengeValue('').length)
        const isProved = await isDomainProved(config, answer.data.domain, token)
        return db.withPortal(ctx.portal.id, async (tx) => {
          await store.saveCheck(tx, ctx.portal.id, params.id, isProved, ctx.now)
          const wasProved = answer.data.proved_at !== null
          const { provider_id: providerId, domain: name } = answer.data
          if (isProved !== null && isProved !== wasProved)
            await note(tx, ctx, isProved ? 'sign-on-domain.prove' : 'sign-on-domain.lose', providerId, { name })
          return { data: presentDomain(await domainRow(tx, ctx, params.id)) }
        })
      },
    ),
    route(contract.deleteSignOnDomain, async ({ tx, ctx, params }) => {
      const { domain: name, provider_id: providerId } = await domainRow(tx, ctx, params.id)
      await store.deleteDomain(tx, ctx.portal.id, params.id)
      await note(tx, ctx, 'sign-on-domain.delete', providerId, { name })
      return undefined
    }),
  ]
}
