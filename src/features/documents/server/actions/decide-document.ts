import {
  type DocumentRow,
  insertDocumentFact,
  loadDocuments,
  lockDocuments,
  namesOf,
  notifyOfDocument,
  requirementTitle,
} from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { todayOf } from '../own.ts'
import { isWithinReach } from '../reach.ts'
import { type Decided, loadDecisions } from '../store.ts'

type Decision = { decision: 'accepted' | 'rejected'; reason: string | null }

/** Of two decisions the second one reads what happened; the same again by the same person is answered as the first. */
const refuseSecond = async (tx: Tx, ctx: SignedIn, { state, fact }: Decided, { decision }: Decision): Promise<void> => {
  const by = fact?.recorded_by ?? null
  if (state === decision && by === ctx.viewer.user_id) return
  if (state === 'replaced')
    throw fail('conflict', {
      message: 'The person has uploaded a newer document in the meantime. Please review that one.',
    })
  const name = by === null ? undefined : (await namesOf(tx, ctx.portal.id, [by])).get(by)
  throw fail('conflict', {
    message: `${name ?? 'Someone else'} ${state} this document in the meantime. Nothing was changed.`,
  })
}

/** Accepts or rejects a document that waits, once (CMP-019). */
export const decide = async (tx: Tx, ctx: SignedIn, id: number, { decision, reason }: Decision): Promise<void> => {
  const [document] = await loadDocuments(tx, ctx.portal.id, { ids: [id] })
  if (!document || !(await isWithinReach(tx, ctx, document.user_id))) throw fail('not_found')
  if (document.user_id === ctx.viewer.user_id)
    throw fail('operation_not_permitted', { message: 'Someone else has to review your own documents.' })
  if (decision === 'rejected' && !reason)
    throw fail('invalid', { fields: { reason: ['Please say what is wrong, so that the person can fix it.'] } })
  await lockDocuments(tx, ctx.portal.id, document)
  const current = (await loadDecisions(tx, ctx.portal.id, [id]))(id)
  if (current.state !== 'waiting') return refuseSecond(tx, ctx, current, { decision, reason })
  await record(tx, ctx, document, { decision, reason: decision === 'rejected' ? reason : null })
}

const record = async (tx: Tx, ctx: SignedIn, document: DocumentRow, { decision, reason }: Decision): Promise<void> => {
  const { id, user_id, requirement_id, from_day, until_day } = document
  const today = todayOf(ctx)
  const isAccepted = decision === 'accepted'
  await insertDocumentFact(
    tx,
    { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, now: ctx.now },
    {
      ...{ user_id, requirement_id, document_id: id, reason },
      kind: isAccepted ? 'document_accepted' : 'document_rejected',
      // What somebody held since its issue counts for the days since then.
      day: isAccepted ? from_day : today,
      until_day: isAccepted ? until_day : null,
    },
  )
  await notifyOfDocument(tx, ctx, {
    ...{ user_id, requirement_id, reason },
    news: decision,
    until: isAccepted ? until_day : null,
  })
  await logActivity(tx, ctx, {
    action: isAccepted ? 'user.accept-document' : 'user.reject-document',
    subject_type: 'user',
    subject_id: user_id,
    changes: { title: await requirementTitle(tx, ctx.portal.id, requirement_id, today), ...(reason && { reason }) },
  })
}
