import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { attentionOf, countedFigure, type DashboardPart, inWords, MOST_COUNTED } from '#platform/overview/parts.ts'
import { countTroubled, type Trouble } from './lists.ts'

const attentionTo = async (tx: Tx, ctx: SignedIn, trouble: Trouble, words: readonly [string, string]) => {
  const count = await countTroubled(tx, ctx.portal.id, trouble, MOST_COUNTED)
  return attentionOf(`payments ${trouble}`, count, inWords(count, ...words), `/payments?trouble=${trouble}`)
}

/** What was paid, and what buyers' banks ask back (REP-008, ORD-048). */
export const salesFigure: DashboardPart = {
  ...countedFigure({
    permission: 'payments.view',
    key: 'sales',
    label: 'Sales',
    at: 'paid_at',
    from: (portalId) => sql`from payments where portal_id = ${portalId}`,
    amount: sql`amount_cents`,
    href: '/earnings',
  }),
  attention: (tx, ctx) => attentionTo(tx, ctx, 'disputed', ['payment is disputed', 'payments are disputed']),
}

export const paymentsFigure: DashboardPart = countedFigure({
  permission: 'payments.view',
  key: 'payments',
  label: 'Payments',
  at: 'paid_at',
  from: (portalId) => sql`from payments where portal_id = ${portalId}`,
  href: '/payments',
})

/** What went back, and what did not arrive (REP-008, ORD-051). */
export const refundsFigure: DashboardPart = {
  ...countedFigure({
    permission: 'payments.view',
    key: 'refunds',
    label: 'Refunds',
    at: 'created_at',
    from: (portalId) => sql`from refunds where portal_id = ${portalId} and status = 'succeeded'`,
    amount: sql`amount_cents`,
    href: '/payments',
  }),
  attention: (tx, ctx) => attentionTo(tx, ctx, 'refund_failed', ['refund failed', 'refunds failed']),
}
