import { sql } from 'kysely'
import { attentionOf, countByStep, type DashboardPart, inWords, MOST_COUNTED } from '#platform/overview/parts.ts'
import { countTroubled } from './lists.ts'

/** What was paid, and what buyers' banks ask back (REP-008, ORD-048). */
export const salesFigure: DashboardPart = {
  permission: 'payments.view',
  figure: async (tx, ctx) => ({
    key: 'sales',
    label: 'Sales',
    unit: 'money',
    ...(await countByStep(tx, {
      now: ctx.now,
      at: 'paid_at',
      from: sql`from payments where portal_id = ${ctx.portal.id}`,
      amount: sql`amount_cents`,
    })),
    note: null,
    href: '/earnings',
  }),
  attention: async (tx, ctx) => {
    const count = await countTroubled(tx, ctx.portal.id, 'disputed', MOST_COUNTED)
    const text = inWords(count, 'payment is disputed', 'payments are disputed')
    return attentionOf('disputes', count, text, '/payments?trouble=disputed')
  },
}

export const paymentsFigure: DashboardPart = {
  permission: 'payments.view',
  figure: async (tx, ctx) => ({
    key: 'payments',
    label: 'Payments',
    unit: 'count',
    ...(await countByStep(tx, {
      now: ctx.now,
      at: 'paid_at',
      from: sql`from payments where portal_id = ${ctx.portal.id}`,
    })),
    note: null,
    href: '/payments',
  }),
}

export const refundsFigure: DashboardPart = {
  permission: 'payments.view',
  figure: async (tx, ctx) => ({
    key: 'refunds',
    label: 'Refunds',
    unit: 'money',
    ...(await countByStep(tx, {
      now: ctx.now,
      at: 'created_at',
      from: sql`from refunds where portal_id = ${ctx.portal.id} and status = 'succeeded'`,
      amount: sql`amount_cents`,
    })),
    note: null,
    href: '/payments',
  }),
  attention: async (tx, ctx) => {
    const count = await countTroubled(tx, ctx.portal.id, 'refund_failed', MOST_COUNTED)
    return attentionOf(
      'failed refunds',
      count,
      inWords(count, 'refund failed', 'refunds failed'),
      '/payments?trouble=refund_failed',
    )
  },
}
