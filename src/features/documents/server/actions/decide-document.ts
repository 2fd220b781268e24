import {
  currentTerms,
  type DocumentRow,
  insertDocumentFact,
  loadDocuments,
  loadRequirements,
  lockDocuments,
  namesOf,
  notifyOfDocument,
  requirementTitle,
} from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dayErrors } from '../../rules/upload.ts'
import { todayOf } from '../own.ts'
import { isWithinReach } from '../reach.ts'
import { type Decided, loadDecisions } from '../store.ts'

type Days = { from_day: Day; until_day: Day | null }
/** `days` has what the document says, where it is not what was uploaded. */
type Decision = { decision: 'accepted' | 'rejected'; reason: string | null; days: Days | null }

/** Of two decisions the second one reads what happened; the same again by the same person is answered as the first. */
const refuseSecond = async (
  tx: Tx,
  ctx: SignedIn,
  { state, fact }: Decided,
  { decision }: Pick<Decision, 'decision'>,
): Promise<void> => {
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

/** Days that a reviewer corrects are checked as those of an upload (CMP-029). */
const requireDays = async (tx: Tx, ctx: SignedIn, requirementId: number, days: Days): Promise<void> => {
  const today = todayOf(ctx)
  const [stored] = await loadRequirements(tx, ctx.portal.id, requirementId)
  const asks = (stored && currentTerms(stored, today)?.asks) ?? []
  const fields = dayErrors(days, { asks, today }, 'By this date it has expired. Please reject it and say so.')
  if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
}

/** Accepts or rejects a document that waits, once (CMP-019). */
export const decide = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { decision, reason, days }: Decision,
): Promise<void> => {
  const [document] = await loadDocuments(tx, ctx.portal.id, { ids: [id] })
  if (!document || !(await isWithinReach(tx, ctx, document.user_id))) throw fail('not_found')
  if (document.user_id === ctx.viewer.user_id)
    throw fail('operation_not_permitted', { message: 'Someone else has to review your own documents.' })
  if (decision === 'rejected' && !reason)
    throw fail('invalid', { fields: { reason: ['Please say what is wrong, so that the person can fix it.'] } })
  if (decision === 'accepted' && days) await requireDays(tx, ctx, document.requirement_id, days)
  await lockDocuments(tx, ctx.portal.id, document)
  const current = (await loadDecisions(tx, ctx.portal.id, [id]))(id)
  if (current.state !== 'waiting') return refuseSecond(tx, ctx, current, { decision })
  if (decision === 'rejected') await record(tx, ctx, document, { decision, reason, days: null })
  else await record(tx, ctx, document, { decision, reason: null, days })
}

const corrections = ({ from_day, until_day }: Days, to: Days) => ({
  uploaded_days: [from_day, until_day],
  accepted_days: [to.from_day, to.until_day],
})

const record = async (
  tx: Tx,
  ctx: SignedIn,
  document: DocumentRow,
  { decision, reason, days }: Decision,
): Promise<void> => {
  const { id, user_id, requirement_id } = document
  const { from_day, until_day } = days ?? document
  const isCorrected = from_day !== document.from_day || until_day !== document.until_day
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
    changes: {
      title: await requirementTitle(tx, ctx.portal.id, requirement_id, today),
      ...(reason && { reason }),
      ...(isCorrected && corrections(document, { from_day, until_day })),
    },
  })
}
