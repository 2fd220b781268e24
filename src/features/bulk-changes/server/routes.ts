import { reachFor } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue, type Job } from '#platform/jobs/jobs.ts'
import * as contract from '../contract.ts'
import { ACTIONS, IMPORTS_SEEN_WITH, PERMISSION_OF, SEEN_WITH, UNDO_DAYS } from '../rules/actions.ts'
import { runJob, undoJob } from './job-names.ts'
import { pageOfListed, type Sight } from './list.ts'
import { daysLater, makeEnroll, makeExtend, makeGrade, makeMove, makeRemind, makeUnenroll } from './make.ts'
import { presentChange, presentListed, presentRows, presentUndo } from './present.ts'
import { previewUndo } from './restore.ts'
import { type ChangeRecord, findChange, pageOfRows, requireTurn, requireUndo, takeStep } from './store.ts'

/** Which bulk changes the viewer sees; those without the right of any action are refused (BLK-015). */
const sightOf = (ctx: SignedIn): Sight => {
  const seen = (reach: 'any' | 'own') => ACTIONS.filter((action) => reachFor(ctx, SEEN_WITH[action]) === reach)
  const imports = reachFor(ctx, IMPORTS_SEEN_WITH) === 'any'
  const sight = { all: seen('any'), own: seen('own'), imports, user_id: ctx.viewer.user_id }
  if (sight.all.length + sight.own.length === 0) throw fail('not_enough_permissions')
  return sight
}

const requireChange = async (tx: Tx, ctx: SignedIn, id: number): Promise<ChangeRecord> => {
  const { all, own, user_id: userId } = sightOf(ctx)
  const record = await findChange(tx, ctx.portal.id, id)
  if (!record || record.expires_at <= ctx.now) throw fail('not_found')
  const isSeen = all.includes(record.action) || (own.includes(record.action) && record.made_by === userId)
  if (!isSeen) throw fail('not_found')
  return record
}

/** As `requireChange`, for somebody who has the right of its action. */
const requireRight = async (tx: Tx, ctx: SignedIn, id: number): Promise<ChangeRecord> => {
  const record = await requireChange(tx, ctx, id)
  if (reachFor(ctx, PERMISSION_OF[record.action]) === 'none') throw fail('not_enough_permissions')
  return record
}

const shown = async (tx: Tx, ctx: SignedIn, id: number) => ({
  data: await presentChange(tx, ctx, await requireChange(tx, ctx, id)),
})

type Step = Parameters<typeof takeStep>[3] & {
  job: Job<{ portal_id: number; change_id: number }>
  verb: 'run' | 'undo'
}

/** Takes a step in the name of the caller: its job goes with the change of its state, once. */
const take = async (tx: Tx, ctx: SignedIn, record: ChangeRecord, { job, verb, ...change }: Step) => {
  const { viewer, portal } = ctx
  const by = { user_id: viewer.user_id, role: viewer.current_role, impersonator_id: viewer.impersonator_id }
  await takeStep(tx, portal.id, record.id, { ...change, ...by, problem: null })
  await enqueue(tx, job, { portal_id: portal.id, change_id: record.id })
  await logActivity(tx, ctx, {
    action: `bulk-change.${verb}`,
    subject_type: 'bulk-change',
    subject_id: record.id,
    changes: { action: record.action, rows: record.rows_total },
  })
  return shown(tx, ctx, record.id)
}

export const routes = (): Route[] => [
  route(contract.bulkEnroll, async ({ tx, ctx, body }) => shown(tx, ctx, await makeEnroll(tx, ctx, body))),
  route(contract.bulkUnenroll, async ({ tx, ctx, body }) =>
    shown(tx, ctx, await makeUnenroll(tx, ctx, body.enrollment_ids)),
  ),
  route(contract.bulkExtend, async ({ tx, ctx, body }) => shown(tx, ctx, await makeExtend(tx, ctx, body))),
  route(contract.bulkRemind, async ({ tx, ctx, body }) =>
    shown(tx, ctx, await makeRemind(tx, ctx, body.enrollment_ids)),
  ),
  route(contract.bulkMove, async ({ tx, ctx, body }) => shown(tx, ctx, await makeMove(tx, ctx, body))),
  route(contract.bulkGrade, async ({ tx, ctx, body }) => shown(tx, ctx, await makeGrade(tx, ctx, body))),
  route(contract.listBulkChanges, async ({ tx, ctx, query }) => {
    const { data, meta } = await pageOfListed(tx, ctx.portal.id, { ...query, sight: sightOf(ctx), now: ctx.now })
    return { data: await presentListed(tx, ctx.portal.id, data), meta }
  }),
  route(contract.showBulkChange, ({ tx, ctx, params }) => shown(tx, ctx, params.id)),
  route(contract.listBulkChangeRows, async ({ tx, ctx, params, query }) => {
    const record = await requireChange(tx, ctx, params.id)
    const { data, meta } = await pageOfRows(tx, record, query)
    return { data: await presentRows(tx, ctx.portal.id, data), meta }
  }),
  route(contract.runBulkChange, async ({ tx, ctx, params }) => {
    const record = await requireRight(tx, ctx, params.id)
    // What was done before a run stopped counts on, and is kept as long as it was to be.
    const isFirst = record.run_at === null
    return take(tx, ctx, record, {
      status: 'running',
      ...(isFirst && { rows_done: 0, run_at: ctx.now, expires_at: daysLater(ctx.now, UNDO_DAYS) }),
      job: runJob,
      verb: 'run',
    })
  }),
  route(contract.previewBulkUndo, async ({ tx, ctx, params }) => {
    const record = await requireRight(tx, ctx, params.id)
    requireUndo(record)
    requireTurn(record, 'undoing')
    return { data: presentUndo(await previewUndo(tx, ctx, record)) }
  }),
  route(contract.undoBulkChange, async ({ tx, ctx, params }) => {
    const record = await requireRight(tx, ctx, params.id)
    requireUndo(record)
    return take(tx, ctx, record, { status: 'undoing', rows_done: 0, job: undoJob, verb: 'undo' })
  }),
]
