import { isSaleType, type OrderType } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'

type Sale = { type: OrderType; total_cents: number; shipping_cents: number; course_ids: readonly number[] }

/**
 * Who gets the money of a sale, and what the platform keeps of it in cents. The partner whose courses they all are gets
 * it, less the platform's share (PAR-016) and the shipping cost, which the portal pays to the carrier; otherwise the
 * portal gets it. Their account has to be ready; null leaves the money with the platform.
 */
export const destinationOf = async (
  tx: Tx,
  portalId: number,
  { type, total_cents, shipping_cents, course_ids }: Sale,
): Promise<{ destination_account: string; platform_share_cents: number } | null> => {
  // Plans and credits are the platform's.
  if (!isSaleType(type) || total_cents === 0) return null
  const accounts = await tx
    .selectFrom('payment_accounts as a')
    .leftJoin('partner_companies as c', (join) =>
      join.onRef('c.portal_id', '=', 'a.portal_id').onRef('c.id', '=', 'a.company_id'),
    )
    .select(['a.account_id', 'a.company_id', 'c.share_percent'])
    .where('a.portal_id', '=', portalId)
    .where('a.is_ready', '=', true)
    .execute()
  if (accounts.length === 0) return null
  const companies = await tx
    .selectFrom('courses')
    .select('partner_company_id')
    .distinct()
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...course_ids])
    .execute()
  const company = companies.length === 1 ? (companies[0]?.partner_company_id ?? null) : null
  const partner = company === null ? undefined : accounts.find((account) => account.company_id === company)
  if (partner && partner.share_percent !== null) {
    const theirs = Math.floor(((total_cents - shipping_cents) * partner.share_percent) / 100)
    return theirs > 0 ? { destination_account: partner.account_id, platform_share_cents: total_cents - theirs } : null
  }
  const own = accounts.find((account) => account.company_id === null)
  return own ? { destination_account: own.account_id, platform_share_cents: 0 } : null
}
