import { sql } from 'kysely'
import { formatMoney } from '#kernel/format.ts'
import { searchPatterns } from '#platform/db/search-text.ts'
import { MOST_FOUND, type RecordFinder } from '#platform/overview/parts.ts'

const LOOKED_AT = 200

/** Orders of the portal by number, number of invoice, or buyer, newest first (ORD-053). */
export const ordersFinder: RecordFinder = {
  permission: 'payments.view',
  find: async (tx, ctx, words) => {
    if (ctx.scope !== 'any') return []
    const { rows: people } = await sql<{ id: number }>`
      select people_found as id from people_found(${searchPatterns(words)}::text[], ${LOOKED_AT})`.execute(tx)
    const rows = await tx
      .selectFrom('orders')
      .select(['id', 'number', 'buyer_name', 'total_cents'])
      .where('portal_id', '=', ctx.portal.id)
      .where((eb) =>
        eb.or([
          eb('number', '=', words),
          eb('invoice_number', '=', words),
          sql<boolean>`user_id = any(${people.map(({ id }) => id)}::bigint[])`,
        ]),
      )
      .orderBy('id', 'desc')
      .limit(MOST_FOUND)
      .execute()
    return rows.map(({ id, number, buyer_name: buyer, total_cents: total }) => ({
      group: 'Orders',
      label: `Order ${number}`,
      text: [buyer, formatMoney(total / 100)].filter(Boolean).join(', '),
      href: `/orders/${id}`,
    }))
  },
}
