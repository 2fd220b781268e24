import { sql } from 'kysely'
import { attentionOf, countByStep, countSome, type DashboardPart, inWords } from '#platform/overview/parts.ts'

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
    const count = await countSome(tx, sql`from orders where portal_id = ${ctx.portal.id} and dispute_status = 'open'`)
    return attentionOf('disputes', count, inWords(count, 'payment is disputed', 'payments are disputed'), '/payments')
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
    const count = await countSome(tx, sql`from refunds where portal_id = ${ctx.portal.id} and status = 'failed'`)
    return attentionOf('failed refunds', count, inWords(count, 'refund failed', 'refunds failed'), '/payments')
  },
}
