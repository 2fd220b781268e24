import type { CompanyInfo, PortalContext, PortalSetting } from '#kernel/context.ts'
import { orList } from '#kernel/text.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Bus } from '#platform/live/bus.ts'
import { createMemory } from '#platform/live/memory.ts'
import type { Config } from '#platform/process/config.ts'
import { type PortalIdentity, portalFlags } from '../rules/portal-state.ts'
import { THEME_FIELDS } from '../rules/theme.ts'

/** Topic that notifies all processes of a change of a portal, its company or its domains. */
export const PORTAL_CHANGED = 'portals.changed'

const SETTING_FIELDS = [
  'type',
  'is_marketable',
  'disable_course_questions',
  'has_blog',
  'has_course_catalog',
  'has_badges',
  ...THEME_FIELDS,
  'social_logo',
  'google_analytic_id',
  'is_consent_opt_in',
  'is_sales_tax_on',
  'default_certificate_logo',
  'time_zone',
  'terms',
] as const satisfies readonly (keyof PortalSetting)[]

const COMPANY_FIELDS = [
  'id',
  'name',
  'logo',
  'website',
  'is_confirmed',
  'support_phone',
  'support_email',
  'fax',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  'po_inbox',
  'address_link',
] as const satisfies readonly (keyof CompanyInfo)[]

const selectPortals = (tx: Tx) =>
  tx
    .selectFrom('portals')
    .leftJoin('companies', 'companies.portal_id', 'portals.id')
    .select([
      'portals.id',
      'portals.slug',
      'portals.name',
      'portals.status',
      'portals.plan_short_name',
      'portals.subscribed_until',
      'portals.is_demo',
      'portals.is_paused',
      'portals.release_number',
    ])
    .select(SETTING_FIELDS.map((field) => `portals.${field} as setting_${field}` as const))
    .select(COMPANY_FIELDS.map((field) => `companies.${field} as company_${field}` as const))

type Row = Awaited<ReturnType<ReturnType<typeof selectPortals>['executeTakeFirstOrThrow']>>

const pick = <T>(row: Row, prefix: string, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, (row as Record<string, unknown>)[`${prefix}_${field}`]])) as T

/** Host and port under which portals are reached, from the configuration. */
export const originOf = (config: Config, slug: string, domain: string | null): string => {
  const base = new URL(config.PUBLIC_ORIGIN ?? `http://${config.BASE_HOST}:${config.PORT}`)
  base.hostname = domain ?? `${slug}.${base.hostname}`
  return base.origin
}

const navigationsOf = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('navigation_groups')
    .select(['button_name', 'title', 'slug', 'sort_number'])
    .where('portal_id', '=', portalId)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()

/** The custom domain that is the portal's address: the chosen one, else its oldest, of those active without a warning (PRT-095, PRT-111). */
const primaryDomainOf = async (tx: Tx, portalId: number): Promise<string | null> => {
  const row = await tx
    .selectFrom('custom_domains')
    .select('host')
    .where('portal_id', '=', portalId)
    .where('status', '=', 'active')
    .where('failing_since', 'is', null)
    .orderBy('is_preferred', 'desc')
    .orderBy('activated_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.host ?? null
}

type PasswordParts = Pick<PortalContext, 'password_provider' | 'has_password_domains'>

/** The providers in place of passwords, where nobody uses one: all that are on, by name (SSO-026). */
const passwordProviderOf = async (tx: Tx, portalId: number): Promise<PasswordParts> => {
  const rows = await tx
    .selectFrom('sign_on_settings as settings')
    .innerJoin('sign_on_providers as provider', 'provider.portal_id', 'settings.portal_id')
    .select(['provider.name', 'settings.password_sign_in'])
    .where('settings.portal_id', '=', portalId)
    .where('settings.password_sign_in', '!=', 'on')
    .where('provider.is_active', '=', true)
    .where('provider.deleted_at', 'is', null)
    .orderBy('provider.name')
    .orderBy('provider.id')
    .execute()
  const mode = rows[0]?.password_sign_in
  return {
    password_provider: mode === 'off' ? orList(rows.map(({ name }) => name)) : null,
    has_password_domains: mode === 'domains',
  }
}

const withItsParts = async (tx: Tx, row: Row, config: Config): Promise<PortalContext> =>
  toContext(
    row,
    {
      navigations: await navigationsOf(tx, row.id),
      domain: await primaryDomainOf(tx, row.id),
      ...(await passwordProviderOf(tx, row.id)),
    },
    config,
  )

type Parts = Pick<PortalContext, 'navigations' | 'domain'> & PasswordParts

const toContext = (row: Row, parts: Parts, config: Config): PortalContext => {
  const setting = pick<PortalSetting>(row, 'setting', SETTING_FIELDS)
  const company = pick<CompanyInfo>(row, 'company', COMPANY_FIELDS)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status as PortalContext['status'],
    plan_short_name: row.plan_short_name,
    subscribed_until: row.subscribed_until,
    is_demo: row.is_demo,
    is_paused: row.is_paused,
    setting,
    company,
    flags: portalFlags(
      {
        id: row.id,
        slug: row.slug,
        is_paused: row.is_paused,
        type: setting.type,
        is_marketable: setting.is_marketable,
        logo: setting.logo,
        company_name: company.name,
      },
      identityOf(config),
    ),
    ...parts,
    release_number: row.release_number,
    origin: originOf(config, row.slug, parts.domain),
  }
}

/** Which portal is the core portal and which the admin portal (PRT-007, PRT-009). */
export const identityOf = (config: Config): PortalIdentity => ({
  core_portal_id: config.CORE_PORTAL_ID,
  admin_portal_slug: config.ADMIN_PORTAL_SLUG,
})

/** A portal as it stands in the transaction, what was just written included; the transaction must see its company. */
export const readPortal = async (tx: Tx, id: number, config: Config): Promise<PortalContext | null> => {
  const row = await selectPortals(tx).where('portals.id', '=', id).executeTakeFirst()
  return row ? withItsParts(tx, row, config) : null
}

export type PortalDirectory = {
  /** The portal of a host name, with or without port: a validated custom domain first, then the sub-domain (PRT-010). */
  byHost: (host: string) => Promise<PortalContext | null>
  byId: (id: number) => Promise<PortalContext | null>
}

/**
 * Finds portals and keeps them in memory until one changes anywhere (announced on the bus) or the bus loses its connection.
 * Unknown hosts are not kept, so that nobody fills the memory with invented names.
 *
 * `reads` are connections that nothing else uses: transactions ask for their portal, for a mail for instance, and if that
 * waited for a connection of theirs while all of them did the same, none would ever go on.
 */
export const createPortalDirectory = (db: Db, reads: Db, config: Config, bus: Bus): PortalDirectory => {
  const memory = createMemory<PortalContext>(db, bus, PORTAL_CHANGED)
  const remember = (key: string, find: (tx: Tx) => Promise<PortalContext | null>) =>
    memory.get(key, () => reads.withPlatform(find, 'read only'))

  const baseHost = new URL(config.PUBLIC_ORIGIN ?? `http://${config.BASE_HOST}`).hostname
  return {
    byHost: (host) => {
      const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
      return remember(`host ${name}`, async (tx) => {
        const domain = await tx
          .selectFrom('custom_domains')
          .select('portal_id')
          .where('host', '=', name)
          .where('status', '=', 'active')
          .executeTakeFirst()
        const slug = name.endsWith(`.${baseHost}`) ? name.slice(0, -baseHost.length - 1) : null
        if (!domain && (!slug || slug.includes('.'))) return null
        const query = selectPortals(tx)
        const row = await (domain
          ? query.where('portals.id', '=', domain.portal_id)
          : query.where('portals.slug', '=', slug)
        ).executeTakeFirst()
        return row ? withItsParts(tx, row, config) : null
      })
    },
    byId: (id) => remember(`id ${id}`, (tx) => readPortal(tx, id, config)),
  }
}
