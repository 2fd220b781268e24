import { sql } from 'kysely'
import { attentionOf, countSome, type DashboardPart, inWords } from '#platform/overview/parts.ts'

/** Shipments that the carrier refused (SHP-007). */
export const shipmentsAttention: DashboardPart = {
  permission: 'shipments.view',
  attention: async (tx, ctx) => {
    const count = await countSome(
      tx,
      sql`from shipments where portal_id = ${ctx.portal.id} and status = 'FAILED' and cancelled_at is null`,
    )
    const text = inWords(count, 'shipment is stuck', 'shipments are stuck')
    return attentionOf('shipments', count, text, '/shipments?status=FAILED')
  },
}
