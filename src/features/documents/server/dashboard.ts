import { attentionOf, countSome, type DashboardPart, inWords } from '#platform/overview/parts.ts'
import { waitingFor } from './review.ts'

/** Licenses and documents that wait for a decision (CMP-027). */
export const documentsAttention: DashboardPart = {
  permission: 'users.update',
  is_for_own: true,
  attention: async (tx, ctx) => {
    const count = await countSome(tx, waitingFor(ctx))
    const text = inWords(count, 'document waits for review', 'documents wait for review')
    return attentionOf('documents', count, text, '/admin/compliance/documents')
  },
}
