import { sql } from 'kysely'
import { loadCompanyOf } from '#features/courses/server/api.ts'
import { orUnavailable, systemContext } from '#features/orders/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

/** Whose account: the portal's, or that of a partner company. */
type Owner = { portal_id: number; company_id: number | null }

/** The owner that a call is about; null for a partner without a company (PAR-004). */
export const accountOwner = async (tx: Tx, ctx: SignedIn): Promise<Owner | null> => {
  const portal_id = ctx.portal.id
  if (ctx.scope !== 'own') return { portal_id, company_id: null }
  const company_id = await loadCompanyOf(tx, portal_id, ctx.viewer.user_id)
  return company_id === null ? null : { portal_id, company_id }
}

/** The account's last reported state, with the share of a partner; null without one. */
export const loadAccount = async (tx: Tx, { portal_id, company_id }: Owner) =>
  (await tx
    .selectFrom('payment_accounts as a')
    .leftJoin('partner_companies as c', (join) =>
      join.onRef('c.portal_id', '=', 'a.portal_id').onRef('c.id', '=', 'a.company_id'),
    )
    .select(['a.account_id', 'a.is_ready', 'a.is_submitted', 'a.open_requirements', 'c.share_percent'])
    .select(sql<boolean>`a.disconnected_at is not null`.as('is_disconnected'))
    .$narrowType<{ open_requirements: string[] }>()
    .where('a.portal_id', '=', portal_id)
    .where('a.company_id', company_id === null ? 'is' : '=', company_id)
    .executeTakeFirst()) ?? null

/**
 * Saves the state of an account at the provider, no matter who owns it; unknown ones are left alone. A message only says that
 * something has changed. Messages come in any order, so the provider is asked, and of two answers the one to the later
 * question stays.
 */
export const noteAccount = async (
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  account_id: string,
  now: Date,
): Promise<void> => {
  const known = await db.withPlatform(
    (tx) => tx.selectFrom('payment_accounts').select('id').where('account_id', '=', account_id).executeTakeFirst(),
    'read only',
  )
  if (!known) return
  const { is_ready, is_submitted, open_requirements } = await payments.retrieveAccount(account_id).catch(orUnavailable)
  await db.withPlatform((tx) =>
    tx
      .updateTable('payment_accounts')
      .set({ is_ready, is_submitted, open_requirements: JSON.stringify(open_requirements), updated_at: now })
      .where('id', '=', known.id)
      .where('updated_at', '<=', now)
      .where('disconnected_at', 'is', null)
      .execute(),
  )
}

/**
 * Records that an account has revoked the platform's access: no more money is passed on to it, and its owner sees how
 * to connect again. Unknown ones are left alone, and a repeated message changes nothing.
 */
export const noteDisconnected = async (
  db: Db,
  services: Pick<Services, 'portalById'>,
  account_id: string,
  now: Date,
): Promise<void> => {
  const known = await db.withPlatform(
    (tx) =>
      tx
        .selectFrom('payment_accounts')
        .select(['id', 'portal_id'])
        .where('account_id', '=', account_id)
        .where('disconnected_at', 'is', null)
        .executeTakeFirst(),
    'read only',
  )
  if (!known) return
  const ctx = await systemContext(services, known.portal_id, now)
  await db.withPortal(known.portal_id, async (tx) => {
    await tx
      .updateTable('payment_accounts')
      .set({ is_ready: false, disconnected_at: now, updated_at: now })
      .where('portal_id', '=', known.portal_id)
      .where('id', '=', known.id)
      .execute()
    await logActivity(tx, ctx, { action: 'payment-account.disconnect', changes: { account_id } })
  })
}

const requireOwnAddresses = (ctx: Context, host: string | undefined, addresses: Record<string, string>): void => {
  const hosts = [new URL(ctx.host_portal.origin).host, host?.toLowerCase()]
  const faults = Object.entries(addresses).filter(
    ([, address]) => !URL.canParse(address) || !hosts.includes(new URL(address).host),
  )
  if (faults.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(faults.map(([field]) => [field, [errorText('url_invalid')]])) })
}

type Onboarding = { return_url: string; refresh_url: string; host: string | undefined }

/**
 * Makes the account at the provider, once, and a link with which its owner gives what the provider asks for (ORD-023).
 * The provider is asked outside every transaction.
 */
export const onboard = async (
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  ctx: SignedIn,
  { return_url, refresh_url, host }: Onboarding,
): Promise<string> => {
  requireOwnAddresses(ctx, host, { return_url, refresh_url })
  const portalId = ctx.portal.id
  const owner = await db.withPortal(portalId, (tx) => accountOwner(tx, ctx), 'read only')
  if (!owner) throw fail('invalid', { message: 'Please save the company profile first.' })
  const known = await db.withPortal(portalId, (tx) => loadAccount(tx, owner), 'read only')
  // One that was disconnected is no longer ours to go on with.
  const lost = known?.is_disconnected ? `-after-${known.account_id}` : ''
  const { account_id, url } = await payments
    .accountOnboarding({
      account_id: lost ? null : (known?.account_id ?? null),
      idempotency_key: `account-${portalId}-${owner.company_id ?? 0}${lost}`,
      email: ctx.viewer.email,
      business_name: ctx.portal.company.name ?? ctx.portal.name,
      return_url,
      refresh_url,
    })
    .catch(orUnavailable)
  if (!known || lost)
    await db.withPortal(portalId, async (tx) => {
      await tx
        .insertInto('payment_accounts')
        .values({ ...owner, account_id, created_at: ctx.now, updated_at: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .updateTable('payment_accounts')
        .set({ account_id, disconnected_at: null, is_submitted: false, updated_at: ctx.now })
        .where('portal_id', '=', portalId)
        .where('company_id', owner.company_id === null ? 'is' : '=', owner.company_id)
        .where('disconnected_at', 'is not', null)
        .execute()
      await logActivity(tx, ctx, { action: 'payment-account.create', changes: { account_id } })
    })
  return url
}
