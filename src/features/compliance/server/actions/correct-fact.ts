import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { CORRECTABLE, type FactKind } from '../../rules/facts.ts'
import { notifyOfDocument } from '../notify.ts'

type Fact = { user_id: number; kind: FactKind; requirement_id: number | null; is_corrected: boolean }

/** Takes back a fact that was wrong. The fact stays; it counts for no day any more (CMP-003). */
export const correctFact = async (tx: Tx, ctx: SignedIn, id: number, reason: string): Promise<void> => {
  const { rows } = await sql<Fact>`
    select f.user_id, f.kind, f.requirement_id, exists (
      select from compliance_facts c where c.portal_id = f.portal_id and c.corrects_id = f.id) as is_corrected
    from compliance_facts f where f.portal_id = ${ctx.portal.id} and f.id = ${id}`.execute(tx)
  const [fact] = rows
  if (!fact) throw fail('not_found')
  if (fact.is_corrected) return
  if (!CORRECTABLE.includes(fact.kind))
    throw fail('invalid', {
      message: 'This follows from another record. Change that record, and its new state is noted here.',
    })
  const { numAffectedRows: written } = await sql`
    insert into compliance_facts (portal_id, user_id, kind, day, course_id, enrollment_id, requirement_id, document_id,
      corrects_id, reason, recorded_by, recorded_at)
    select portal_id, user_id, 'corrected', ${dayOf(ctx.now, ctx.portal.setting.time_zone)}::date, course_id, enrollment_id,
      requirement_id, document_id, id, ${reason}, ${ctx.viewer.user_id}, ${ctx.now}
    from compliance_facts where portal_id = ${ctx.portal.id} and id = ${id}
    on conflict (portal_id, corrects_id) where corrects_id is not null do nothing`.execute(tx)
  // Of two at once the second wrote nothing.
  if (!written) return
  if (fact.requirement_id !== null)
    await notifyOfDocument(tx, ctx, { ...fact, requirement_id: fact.requirement_id, news: 'reopened', reason })
  await logActivity(tx, ctx, {
    action: 'user.correct-record',
    subject_type: 'user',
    subject_id: fact.user_id,
    changes: { kind: fact.kind, reason },
  })
}
