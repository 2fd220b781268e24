import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { addTradeRuleVersion, createTradeRule } from '../../contract.ts'
import { fitting, requireSound } from '../check-version.ts'
import { insertRule, insertVersion, loadRule } from '../store.ts'

type NewRule = Input<typeof createTradeRule>['body']
type NewVersion = Input<typeof addTradeRuleVersion>['body']

const authorOf = (ctx: SignedIn) => ({ portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, now: ctx.now })

/** A link that was left empty is none. */
const stored = <V extends { source_url: string | null }>(version: V): V => ({
  ...version,
  source_url: version.source_url || null,
})

/** Adds a rule of the trade from a day on (TRD-001). */
export const createRule = async (tx: Tx, ctx: SignedIn, { kind, ...body }: NewRule): Promise<number> => {
  const version = fitting(kind, body)
  await requireSound(tx, ctx.portal.id, { kind, ...version })
  const id = await insertRule(tx, authorOf(ctx), kind)
  await insertVersion(tx, authorOf(ctx), id, { ...stored(version), is_retired: false })
  await logActivity(tx, ctx, {
    action: 'trade-rule.create',
    subject_type: 'trade_rule',
    subject_id: id,
    changes: { title: version.title, kind, from_day: version.from_day, source: version.source },
  })
  return id
}

/** Adds a version that holds from a day on; the days before keep theirs (TRD-002). */
export const addVersion = async (tx: Tx, ctx: SignedIn, id: number, body: NewVersion): Promise<void> => {
  const rule = await loadRule(tx, ctx.portal.id, id)
  if (!rule) throw fail('not_found')
  const version = fitting(rule.kind, body)
  await requireSound(tx, ctx.portal.id, { kind: rule.kind, ...version })
  await insertVersion(tx, authorOf(ctx), id, stored(version))
  await logActivity(tx, ctx, {
    action: version.is_retired ? 'trade-rule.retire' : 'trade-rule.update',
    subject_type: 'trade_rule',
    subject_id: id,
    changes: { title: version.title, from_day: version.from_day, source: version.source },
  })
}
