import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import type { Proof } from '../rules/domain-proof.ts'
import type { RoleRule } from '../rules/mapped-roles.ts'
import type { PasswordSignIn } from '../rules/password-sign-in.ts'

const COLUMNS = [
  ...(['id', 'portal_id', 'kind', 'name', 'is_active', 'issuer', 'client_id', 'client_secret', 'scopes'] as const),
  ...(['sign_in_url', 'sign_out_url', 'certificates', 'email_claim', 'role_claim', 'manager_claim'] as const),
  ...(['role_rules', 'creates_people', 'succeeded_at', 'updated_at'] as const),
] as const

const ofPortal = (tx: Tx, portalId: number) =>
  tx.selectFrom('sign_on_providers').select(COLUMNS).where('portal_id', '=', portalId).where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof ofPortal>['executeTakeFirstOrThrow']>>
export type ProviderRow = Omit<Row, 'kind' | 'role_rules'> & { kind: 'oidc' | 'saml'; role_rules: RoleRule[] }

export const listProviders = (tx: Tx, portalId: number): Promise<ProviderRow[]> =>
  ofPortal(tx, portalId).orderBy('name').orderBy('id').execute() as Promise<unknown[]> as Promise<ProviderRow[]>

export const loadProvider = async (tx: Tx, portalId: number, id: number): Promise<ProviderRow | null> =>
  ((await ofPortal(tx, portalId).where('id', '=', id).executeTakeFirst()) as ProviderRow | undefined) ?? null

export type ProviderValues = {
  name: string
  is_active: boolean
  issuer: string
  client_id: string | null
  /** Left out, the saved one stays. */
  client_secret?: Buffer | null
  scopes: string
  sign_in_url: string | null
  sign_out_url: string | null
  certificates: string[]
  email_claim: string
  role_claim: string
  manager_claim: string
  role_rules: readonly RoleRule[]
  creates_people: boolean
}

const written = ({ role_rules: rules, ...values }: ProviderValues) => ({
  ...values,
  role_rules: JSON.stringify(rules),
})

export const insertProvider = async (
  tx: Tx,
  portalId: number,
  kind: 'oidc' | 'saml',
  values: ProviderValues,
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('sign_on_providers')
    .values({ ...written(values), portal_id: portalId, kind, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const change = (tx: Tx, portalId: number, id: number) =>
  tx.updateTable('sign_on_providers').where('portal_id', '=', portalId).where('id', '=', id)

export const saveProvider = (tx: Tx, portalId: number, id: number, values: ProviderValues, now: Date) =>
  change(tx, portalId, id)
    .set({ ...written(values), updated_at: now })
    .execute()

export const noteSuccess = (tx: Tx, portalId: number, id: number, now: Date) =>
  change(tx, portalId, id).set({ succeeded_at: now }).execute()

/** The row stays for the log and for sessions that it began; its links and domains go. */
export const markDeleted = async (tx: Tx, portalId: number, id: number, now: Date): Promise<void> => {
  for (const table of ['sign_on_links', 'sign_on_domains'] as const)
    await tx.deleteFrom(table).where('portal_id', '=', portalId).where('provider_id', '=', id).execute()
  await change(tx, portalId, id).set({ is_active: false, deleted_at: now, client_secret: null }).execute()
}

export const loadPasswordSignIn = async (tx: Tx, portalId: number): Promise<PasswordSignIn> => {
  const row = await tx
    .selectFrom('sign_on_settings')
    .select('password_sign_in')
    .where('portal_id', '=', portalId)
    .executeTakeFirst()
  return (row?.password_sign_in as PasswordSignIn | undefined) ?? 'on'
}

export const savePasswordSignIn = (tx: Tx, portalId: number, mode: PasswordSignIn, now: Date) =>
  tx
    .insertInto('sign_on_settings')
    .values({ portal_id: portalId, password_sign_in: mode, updated_at: now })
    .onConflict((conflict) => conflict.column('portal_id').doUpdateSet({ password_sign_in: mode, updated_at: now }))
    .execute()

/** Two changes of the settings of one portal follow each other: what one leaves in place the other counts on. */
export const lockSettings = (tx: Tx, portalId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('sign-on', ${portalId}))`.execute(tx)

export const listDomains = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('sign_on_domains')
    .select(['id', 'provider_id', 'domain', 'token', 'proved_at', 'missing_since', 'checked_at'])
    .where('portal_id', '=', portalId)
    .orderBy('domain')
    .execute()

export type DomainRow = Awaited<ReturnType<typeof listDomains>>[number]

export const insertDomain = async (
  tx: Tx,
  portalId: number,
  values: { domain: string; provider_id: number; token: string; created_at: Date },
): Promise<number | null> => {
  const row = await tx
    .insertInto('sign_on_domains')
    .values({ ...values, portal_id: portalId })
    .onConflict((conflict) => conflict.columns(['portal_id', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** An answer that nobody gave proves nothing and disproves nothing. */
export const saveCheck = (tx: Tx, portalId: number, id: number, isProved: boolean | null, now: Date) =>
  tx
    .updateTable('sign_on_domains')
    .set({ checked_at: now, ...(isProved !== null && { proved_at: isProved ? now : null, missing_since: null }) })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()

/** Proved domains of all portals that were not looked at for a day. */
export const domainsDue = (tx: Tx, now: Date, limit: number) =>
  tx
    .selectFrom('sign_on_domains')
    .select(['portal_id', 'id'])
    .where('proved_at', 'is not', null)
    .where('checked_at', '<=', new Date(now.getTime() - 86_400_000))
    .orderBy('checked_at')
    .limit(limit)
    .execute()

export const saveProof = (tx: Tx, portalId: number, id: number, proof: Proof & { checked_at: Date }) =>
  tx.updateTable('sign_on_domains').set(proof).where('portal_id', '=', portalId).where('id', '=', id).execute()

export const deleteDomain = async (tx: Tx, portalId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on_domains')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Link = { provider_id: number; issuer: string; subject: string }

export const linkedUser = async (tx: Tx, portalId: number, link: Link): Promise<number | null> => {
  const row = await tx
    .selectFrom('sign_on_links')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('provider_id', '=', link.provider_id)
    .where('issuer', '=', link.issuer)
    .where('subject', '=', link.subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export const saveLink = (tx: Tx, portalId: number, link: Link & { user_id: number }, now: Date) =>
  tx
    .insertInto('sign_on_links')
    .values({ ...link, portal_id: portalId, created_at: now, used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'provider_id', 'issuer', 'subject']).doUpdateSet({ used_at: now }),
    )
    .execute()

/** What decides whether an account may be opened by a provider of this portal; used to decide, never sent to anyone. */
export const standingOf = async (tx: Tx, portalId: number, userId: number) =>
  overAllPortals(tx, async () => {
    const { rows } = await sql<{
      email: string | null
      is_of_platform: boolean
      is_blocked: boolean
      is_member: boolean
      lives_elsewhere: boolean
    }>`
      select u.email, u.platform_role is not null as is_of_platform, u.is_blocked or coalesce(m.is_blocked, false) as is_blocked,
        m.user_id is not null and m.left_at is null as is_member,
        exists (select from portal_users o where o.user_id = u.id and o.portal_id <> ${portalId} and o.left_at is null)
          as lives_elsewhere
      from users u left join portal_users m on m.user_id = u.id and m.portal_id = ${portalId}
      where u.id = ${userId}`.execute(tx)
    return rows[0] ?? null
  })
